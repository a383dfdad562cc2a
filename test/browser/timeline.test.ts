import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { nth, turn } from '../support/turns.js';
import { expectNoErrors, withBrowser } from './browser.js';

const browser = withBrowser();
const rows = (page: Page) => page.getByRole('region', { name: 'Events', exact: true }).getByRole('listitem');
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });
const slider = (page: Page) => page.getByRole('slider', { name: 'Event' });
const at = (page: Page) => slider(page).inputValue().then(Number);

/** A session with two allowed permissions. */
async function permitted(): Promise<{ daemon: TestDaemon; events: UniversalEvent[]; ids: string[] }> {
  const daemon = await testDaemon();
  await daemon.create('one');
  await daemon.say('one', 'permission');
  const ids: string[] = [];
  for (const count of [1, 2]) {
    const { data } = await nth(daemon, 'one', 'permission.requested', count);
    ids.push(data.permission_id);
    await daemon.call('POST', `/v1/sessions/one/permissions/${data.permission_id}/reply`, { reply: 'once' });
  }
  await nth(daemon, 'one', 'turn.ended');
  return { daemon, events: await daemon.events('one'), ids };
}

describe('the timeline', () => {
  it('takes the page to a past event and back to now', async (context) => {
    const { daemon, events } = await permitted();
    const visit = await browser.visit(context, daemon, { path: '#/s/one?view=timeline' });
    const { page } = visit;
    await row(page, 'permission.requested').first().getByRole('button').click();
    const asked = events.find(({ type }) => type === 'permission.requested')!.sequence;
    await page.waitForURL(`**/#/s/one?view=timeline&at=${asked}`);
    await page.getByText(`Viewing event ${asked}`, { exact: false }).first().waitFor();

    await page.getByRole('tab', { name: 'Machine' }).click();
    await page.locator('#state-live-requests-waiting.active').waitFor();
    await page.getByText('Running · Waiting for you').waitFor();
    await page.getByText('echo mock', { exact: true }).first().waitFor();
    await page.getByText('not recorded').first().waitFor();

    await page.getByRole('button', { name: 'Back to now' }).last().click();
    await page.locator('#state-live-turn-idle.active').waitFor();
    expect(await page.locator('#state-live-requests-waiting.active').count()).toBe(0);
    expectNoErrors(visit);
  });

  it('is navigated by keys: events, turns, ends', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'hello');
    await turn(daemon, 'one', 'again');
    const events = await daemon.events('one');
    const starts = events.filter(({ type }) => type === 'turn.started').map(({ sequence }) => sequence);
    const { page } = await browser.visit(context, daemon, { path: '#/s/one?view=timeline' });
    await row(page, 'turn.ended').last().waitFor();
    await slider(page).focus();
    const { length } = events;
    for (const [key, place] of [
      ['ArrowLeft', length - 1],
      ['k', length - 2],
      ['j', length - 1],
      ['Shift+ArrowLeft', starts[1]],
      ['Shift+ArrowLeft', starts[0]],
      ['Shift+ArrowRight', starts[1]],
      ['Home', 1],
      ['ArrowRight', 2],
      ['End', length],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await at(page)]).toEqual([key, place]);
    }
    await page.getByText('Now', { exact: true }).waitFor();
    await page.waitForURL('**/#/s/one?view=timeline');
  });

  it('plays from the start to now', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'hello');
    const { page } = await browser.visit(context, daemon, { path: '#/s/one?view=timeline&at=1' });
    await page.getByLabel('Playback speed').selectOption('500/s');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText('Now', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  it('is filtered by kind and by text, and expands runs of deltas', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'burst 30');
    const { page } = await browser.visit(context, daemon, { path: '#/s/one?view=timeline' });
    await row(page, '×30').waitFor();
    await page.getByRole('button', { name: '30 deltas' }).click();
    await page.getByRole('button', { name: '30 deltas', expanded: true }).waitFor();
    await row(page, '17:').last().waitFor();
    await page.getByRole('button', { name: /^turn 2$/ }).click();
    await row(page, 'turn.started').waitFor();
    expect(await rows(page).count()).toBe(2);
    await page.getByRole('button', { name: /^turn 2$/ }).click();
    await page.getByRole('searchbox', { name: 'Filter events' }).fill('completed · ');
    await row(page, 'turn.ended').waitFor();
    await page.getByRole('searchbox', { name: 'Filter events' }).fill('nothing is like this');
    await page.getByText('No matching events').waitFor();
  });

  it('shows an event with its native payload, and links to the chat and back', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'hello');
    await turn(daemon, 'one', 'tool');
    const { page } = await browser.visit(context, daemon, { path: '#/s/one?view=timeline' });
    await row(page, 'mock.search').last().getByRole('button').click();
    const detail = page.getByRole('region', { name: /^Event \d+$/ });
    await detail.getByText('"tool_call"').first().waitFor();
    await detail.getByText('Native payload').waitFor();
    await detail.getByText('"mock.search"').last().waitFor();

    await detail.getByRole('button', { name: 'Show in chat' }).click();
    await page.waitForURL(/item=itm_/);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('mock.search').first().waitFor();

    await messages
      .getByRole('button', { name: /Show in timeline/ })
      .first()
      .click();
    await page.waitForURL(/view=timeline&at=\d+/);
    const [, sequence] = /at=(\d+)/.exec(page.url())!;
    await page.getByRole('region', { name: `Event ${sequence}` }).waitFor();
  });

  it('shows refusals in order, with the reason', async (context) => {
    const { daemon, ids } = await permitted();
    const late = `/v1/sessions/one/permissions/${ids[0]}/reply`;
    await daemon.fetch('POST', late, { reply: 'reject' });
    const { page } = await browser.visit(context, daemon, { path: '#/s/one?view=timeline' });
    // One from before the page was opened, and one received live.
    await row(page, 'refused: permission').waitFor();
    await turn(daemon, 'one', 'hello');
    await row(page, 'turn.ended').nth(1).waitFor();
    await daemon.fetch('POST', late, { reply: 'reject' });
    await page.getByRole('button', { name: 'refused 2' }).waitFor();
    await row(page, 'refused: permission').last().getByRole('button').click();
    const detail = page.getByRole('region', { name: 'Refused: command.reply' });
    await detail
      .getByText(/is not pending: it was resolved/)
      .first()
      .waitFor();
    await detail.getByText(/request_not_pending/).waitFor();
  });

  it('stays usable with five thousand events', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'burst 5000');
    const { page } = await browser.visit(context, daemon, { path: '#/s/one?view=timeline' });
    await row(page, '×5000').waitFor();
    await page.getByRole('button', { name: '5000 deltas' }).click();
    await page.getByRole('button', { name: '5000 deltas', expanded: true }).waitFor();
    await slider(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await row(page, '5000:').waitFor();
    expect(await rows(page).count()).toBeLessThan(100);
    await page.getByRole('searchbox', { name: 'Filter events' }).fill('1234:');
    await row(page, '1234:').first().waitFor();
    await page.getByRole('tab', { name: 'Raw' }).click();
    const raw = page.getByRole('region', { name: 'Events as JSON' }).getByRole('listitem');
    await raw.first().waitFor();
    expect(await raw.count()).toBeLessThan(100);
  });
});
