import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';
import { conversation, type StoredEvent, writeSessions } from './write-sessions.js';

const browser = withBrowser();

/** Each message is three events. */
const MESSAGES = 13_000;
const texts = (count: number) => Array.from({ length: count }, (_, n) => `Message number ${n}.`);

/** A daemon with a session of 39,002 events, and a short one. */
async function longSession(events: readonly StoredEvent[] = conversation(texts(MESSAGES))) {
  const dataFolder = await tempFolder();
  await writeSessions(dataFolder, [
    { id: 'long', title: 'Long', events },
    { id: 'short', title: 'Short', events: conversation(texts(4)) },
  ]);
  return testDaemon({ dataFolder });
}

/** Counts the events that a page fetches, and those that it is sent. */
function countEvents(page: Page) {
  const counts = { fetched: 0, sent: 0, checkpoints: 0 };
  const reads: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/checkpoint')) counts.checkpoints++;
    if (!/\/events\?/.test(response.url())) return;
    const read = async () => {
      const { events } = (await response.json()) as { events: unknown[] };
      counts.fetched += events.length;
    };
    reads.push(read());
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"method":"event"')) counts.sent++;
    });
  });
  return async () => {
    await Promise.all(reads);
    return counts;
  };
}

describe('a session of forty thousand events', () => {
  it('opens with its last page: a few hundred events are read, and none is played', async (context) => {
    const daemon = await longSession();
    const page = await browser.open(context);
    const counted = countEvents(page);
    await page.goto(`${daemon.url}/ui/#/s/long`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Session completed').waitFor();
    await messages.getByText(`Message number ${MESSAGES - 1}.`).waitFor();
    const { fetched, sent } = await counted();
    expect(sent).toBe(0);
    expect(fetched).toBeGreaterThan(0);
    expect(fetched).toBeLessThanOrEqual(1000);
    expect(await messages.locator('li').count()).toBeLessThan(80);
  });

  it('loads older pages on the way up, and what is in view stays in place', async (context) => {
    const daemon = await longSession();
    const chat = await SessionPage.open(context, browser, daemon, { id: 'long' });
    await chat.messages.getByText('Session completed').waitFor();
    const rows = async () => Number(await chat.messages.locator('li').first().getAttribute('aria-setsize'));
    const before = await rows();
    expect(before).toBeLessThan(400);
    await chat.messages.hover();
    // Until rows are added above those that were there.
    await expect
      .poll(async () => {
        await chat.page.mouse.wheel(0, -1500);
        return rows();
      }, pollOptions)
      .toBeGreaterThan(before);
    const seen = (await chat.messages.locator('li').nth(8).textContent())!;
    await chat.messages.getByText(seen, { exact: true }).waitFor();
    expect(await rows()).toBeLessThan(2000);
    expectNoErrors(chat.visit);
  });

  it('is left scrolled up, and is there at once and at the same place when it is opened again', async (context) => {
    const daemon = await longSession();
    const chat = await SessionPage.open(context, browser, daemon, { id: 'long' });
    await chat.messages.getByText('Session completed').waitFor();
    await chat.messages.hover();
    await chat.page.mouse.wheel(0, -2000);
    await chat.page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const top = () => chat.messages.evaluate((box) => box.scrollTop / 10);
    const place = await top();
    await chat.page.getByRole('button', { name: '2 ended' }).click();
    await chat.page.getByRole('link', { name: /Short/ }).click();
    await chat.messages.getByText('Message number 3.').waitFor();
    const counted = countEvents(chat.page);
    await chat.page.getByRole('link', { name: /Long/ }).click();
    await chat.page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    expect(Math.abs((await top()) - place)).toBeLessThan(5);
    expect(await counted()).toEqual({ fetched: 0, sent: 0, checkpoints: 0 });
    expectNoErrors(chat.visit);
  });

  it('shows any past event with the chat and the machine, and reads only what is around', async (context) => {
    const daemon = await longSession();
    const page = await browser.open(context);
    const counted = countEvents(page);
    // The end of message 6666.
    await page.goto(`${daemon.url}/ui/#/s/long?at=20002&tab=timeline`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Message number 6666.').waitFor();
    await page.getByText('Viewing event 20002').waitFor();
    const timeline = page.getByRole('region', { name: 'Events', exact: true });
    await timeline.locator('[data-selected=true]', { hasText: '20002' }).waitFor();
    expect((await counted()).fetched).toBeLessThanOrEqual(4000);
    expect((await counted()).sent).toBe(0);

    await page.getByRole('slider', { name: 'Event' }).fill('300');
    await messages.getByText('Message number 98.').waitFor();
    await page.getByRole('tab', { name: 'Raw' }).click();
    await page
      .getByRole('region', { name: 'Events as JSON' })
      .getByText('Message number 98.')
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Machine' }).click();
    await page.getByText('300 / 39002').waitFor();
    expect((await counted()).fetched).toBeLessThanOrEqual(6000);
  });

  it('goes to its first message with Home', async (context) => {
    const daemon = await longSession();
    const chat = await SessionPage.open(context, browser, daemon, { id: 'long' });
    await chat.messages.getByText('Session completed').waitFor();
    await chat.messages.press('Home');
    await chat.messages.getByText('Message number 0.').waitFor();
    expect(await chat.messages.locator('li').first().getAttribute('aria-setsize')).toBe(`${MESSAGES + 1}`);
    expectNoErrors(chat.visit);
  });
});

describe('an item that began long before the last page', () => {
  it('is shown with its whole text', async (context) => {
    const item = {
      item_id: 'itm_open',
      native_item_id: null,
      parent_id: null,
      kind: 'message' as const,
      role: 'assistant' as const,
      content: [],
    };
    const numbers = Array.from({ length: 2600 }, (_, n) => n + 1);
    const daemon = await longSession([
      { type: 'turn.started', data: { phase: 'started', turn_id: 'turn_1', metadata: {} } },
      { type: 'item.started', data: { item: { ...item, status: 'in_progress' } } },
      ...numbers.map(
        (n): StoredEvent => ({
          type: 'item.delta',
          data: { item_id: 'itm_open', native_item_id: null, delta: `${n}: ` },
        }),
      ),
    ]);
    const chat = await SessionPage.open(context, browser, daemon, { id: 'long' });
    await chat.answer('2600:').waitFor();
    const text = (await chat.answer('2600:').textContent()) ?? '';
    expect([...text.matchAll(/(\d+):/g)].map(([, number]) => Number(number))).toEqual(numbers);
    expectNoErrors(chat.visit);
  });
});
