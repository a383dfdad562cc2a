import { describe, expect, it } from 'vitest';
import { server } from '../cli/daemon/server.js';
import { expectNoErrors, withBrowser } from './browser.js';

const browser = withBrowser();

describe('a page whose daemon is killed', () => {
  it('shows that it is offline, and resumes without gaps or duplicates when the daemon is back', async (context) => {
    const first = await server({ args: ['--no-token'] });
    const call = (method: string, path: string, body: unknown) =>
      fetch(`${first.url}${path}`, { method, body: JSON.stringify(body) });
    await call('POST', '/v1/sessions/one', { agent: 'mock', onAgentExit: 'resume' });
    const visit = await browser.visit(context, { url: first.url, token: null }, { path: '#/s/one' });
    const { page } = visit;
    const input = page.getByLabel('Message', { exact: true });
    const messages = page.getByRole('region', { name: 'Messages' });
    await input.fill('say before');
    await input.press('Enter');
    await messages.locator('[data-role=assistant]', { hasText: 'before' }).waitFor();
    await input.fill('shell echo running; sleep 600');
    await input.press('Enter');
    await messages.getByRole('region', { name: 'Output' }).getByText('running').waitFor();

    first.child.kill('SIGKILL');
    await first.child;
    await page.getByRole('alert').filter({ hasText: 'Offline' }).waitFor();
    await page.getByText('Offline', { exact: true }).waitFor();
    // The content is still readable.
    await messages.getByRole('region', { name: 'Output' }).getByText('running').waitFor();

    const port = new URL(first.url).port;
    await server({ args: ['--no-token', '--port', port], dataFolder: first.data });
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Offline' }).waitFor({ state: 'detached' });
    await messages.locator('footer', { hasText: /Interrupted|Failed/ }).waitFor();
    await input.fill('say after');
    await input.press('Enter');
    await messages.locator('[data-role=assistant]', { hasText: 'after' }).waitFor();
    await messages
      .getByText(/^Completed/)
      .nth(1)
      .waitFor();

    const shown = await messages.locator('li').evaluateAll((rows) => rows.map((row) => row.textContent));
    // A fresh page shows the same.
    const later = await browser.visit(context, { url: first.url, token: null }, { path: '#/s/one' });
    const there = later.page.getByRole('region', { name: 'Messages' });
    await there
      .getByText(/^Completed/)
      .nth(1)
      .waitFor();
    expect(await there.locator('li').evaluateAll((rows) => rows.map((row) => row.textContent))).toEqual(
      shown,
    );
    expect(shown.filter((text) => text?.includes('before'))).toHaveLength(2);
    expectNoErrors(later);
  });
});
