import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { turn } from '../support/turns.js';
import { withBrowser } from './browser.js';

const browser = withBrowser();

describe('the raw stream', () => {
  it('shows native payloads, and is filtered, paused and copied', async (context) => {
    const daemon = await testDaemon({ token: 's3cret' });
    await daemon.create('one');
    await turn(daemon, 'one', 'tool');
    const { page } = await browser.visit(context, daemon, {
      path: `#/s/one?view=raw&token=${daemon.token}`,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const rows = page.getByRole('region', { name: 'Events as JSON' }).getByRole('listitem');
    await rows.filter({ hasText: 'turn.ended' }).waitFor();
    await page.getByLabel('Raw payloads').check();
    await rows.filter({ hasText: '"type":"turn_ended"' }).waitFor();

    await page.getByRole('searchbox', { name: 'Filter JSON' }).fill('"tool_call"');
    const row = rows.filter({ hasText: 'item.completed' }).first();
    await row.getByRole('button', { expanded: false }).click();
    await row.getByRole('button', { name: 'Copy as JSON' }).click();
    await row.getByText('Copied').waitFor();
    expect(JSON.parse(await copied())).toMatchObject({
      type: 'item.completed',
      raw: { tool: 'mock.search' },
    });
    await row.getByRole('button', { name: 'Copy as curl' }).click();
    await row.getByText('Copied').nth(1).waitFor();
    expect(await copied()).toContain(`'${daemon.url}/v1/sessions/one/events?offset=`);
    expect(await copied()).not.toContain('s3cret');

    await page.getByRole('searchbox', { name: 'Filter JSON' }).fill('');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await turn(daemon, 'one', 'hello');
    const { lastSequence } = await daemon.call<{ lastSequence: number }>('GET', '/v1/sessions/one');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('button', { name: `Copy ${lastSequence} as JSON` }).waitFor();
  });
});
