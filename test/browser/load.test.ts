import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';
import { conversation, writeSessions } from './write-sessions.js';

const browser = withBrowser();

/** The distance of an element's scroll position from its end, in pixels. */
const fromEnd = (box: { scrollHeight: number; scrollTop: number; clientHeight: number }) =>
  Math.round(box.scrollHeight - box.scrollTop - box.clientHeight);

/** The DOM types used below; tests are compiled without the DOM library. */
interface ScrollBox {
  scrollTop: number;
  getBoundingClientRect(): { top: number; bottom: number };
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<ScrollBox>;
}

/** Waits until scrolling has stopped for some frames; returns the first visible row. */
const firstSeen = (box: ScrollBox) =>
  new Promise<string>((resolve) => {
    const { requestAnimationFrame } = globalThis as unknown as {
      requestAnimationFrame(next: () => void): void;
    };
    let [last, stillFrames] = [Number.NaN, 0];
    const look = () => {
      stillFrames = box.scrollTop === last ? stillFrames + 1 : 0;
      last = box.scrollTop;
      if (stillFrames < 10) return requestAnimationFrame(look);
      const top = box.getBoundingClientRect().top;
      const rows = [...box.querySelectorAll('li[data-item]')];
      const first = rows.find((row) => row.getBoundingClientRect().bottom > top);
      return resolve(first?.getAttribute('data-item') ?? 'none');
    };
    look();
  });

describe('a chat', () => {
  it('of three thousand messages renders only those in view', async (context) => {
    const dataFolder = await tempFolder();
    const texts = Array.from(
      { length: 3000 },
      (_, n) => `Message **${n}**${'\n\nMore of it.'.repeat(n % 3)}`,
    );
    await writeSessions(dataFolder, [{ id: 'long', title: 'Long', events: conversation(texts) }]);
    const chat = await SessionPage.open(context, browser, await testDaemon({ dataFolder }), { id: 'long' });
    const rows = chat.messages.locator('li');
    await chat.messages.getByText('Session completed').waitFor();
    await chat.messages.getByText('2999', { exact: true }).waitFor();
    expect(await rows.count()).toBeLessThan(80);

    await chat.messages.press('Home');
    await chat.messages.getByText('Message **0**', { exact: true }).waitFor();
    expect(await rows.first().getAttribute('aria-setsize')).toBe('3001');
    expect(await rows.count()).toBeLessThan(80);

    await chat.page.goto(`${chat.daemon.url}/ui/#/s/long?item=itm_1501`);
    await chat.messages.locator('li[data-highlighted=true]', { hasText: 'Message 1501' }).waitFor();
    expect(await rows.count()).toBeLessThan(80);

    await chat.page.getByRole('button', { name: 'Jump to latest' }).click();
    await chat.messages.getByText('Session completed').waitFor();
    expectNoErrors(chat.visit);
  });

  it('shows every one of five thousand deltas per second', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('burst 5000 16 5000');
    await chat.turnEnds();
    const text = (await chat.answer('1:').textContent()) ?? '';
    const found = [...text.matchAll(/(\d+):\.*/g)].map(([, number]) => Number(number));
    expect(found).toEqual(Array.from({ length: 5000 }, (_, n) => n + 1));
    expectNoErrors(chat.visit);
  });

  it('follows its end while it grows, and stays put after scrolling up', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    for (let n = 0; n < 4; n++) await chat.daemon.say('one', 'markdown');
    await chat.daemon.say('one', 'say the last of them');
    await chat.answer('the last of them').waitFor();
    await expect.poll(() => chat.messages.evaluate(fromEnd), pollOptions).toBeLessThan(2);
    expect(await chat.messages.evaluate((box) => box.scrollHeight / box.clientHeight)).toBeGreaterThan(2);

    await chat.messages.hover();
    await chat.page.mouse.wheel(0, -900);
    await chat.page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const item = await chat.messages.evaluate(firstSeen);
    const seen = chat.messages.locator(`li[data-item="${item}"]`);
    const before = await seen.boundingBox();
    await chat.daemon.say('one', 'say what comes later');
    // The new rows are out of view, but counted.
    await chat.messages.locator('li[aria-setsize="18"]').first().waitFor();
    expect((await seen.boundingBox())?.y).toBe(before?.y);

    await chat.page.getByRole('button', { name: 'Jump to latest' }).click();
    await chat.answer('what comes later').waitFor();
    expect(await chat.messages.evaluate(fromEnd)).toBeLessThan(2);
  });
});
