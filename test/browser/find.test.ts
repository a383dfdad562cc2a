import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';
import { conversation, writeSessions } from './write-sessions.js';

const browser = withBrowser();

/** A long conversation, with a needle near its beginning, in its middle and at its end. */
async function haystack() {
  const dataFolder = await tempFolder();
  const texts = Array.from({ length: 2000 }, (_, n) => `hay ${n}`);
  for (const n of [3, 1000, 1999]) texts[n] = `There is a Needle in hay ${n}`;
  await writeSessions(dataFolder, [{ id: 'one', title: 'Stack', events: conversation(texts) }]);
  return testDaemon({ dataFolder });
}

describe('the search in the conversation', () => {
  it('finds what is not on the screen, and goes from match to match', async (context) => {
    const chat = await SessionPage.open(context, browser, await haystack());
    const { page } = chat;
    const highlighted = chat.messages.locator('[data-highlighted]');
    await page.keyboard.press('Control+f');
    const field = page.getByLabel('Find in the conversation');
    await field.fill('needle');
    await page.getByText('3 of 3').waitFor();
    await highlighted.getByText('hay 1999').waitFor();
    await field.press('Enter');
    await page.getByText('1 of 3').waitFor();
    await highlighted.getByText('hay 3', { exact: false }).waitFor();
    expect(await highlighted.innerText()).toContain('Needle in hay 3');
    // Marked in the text, too.
    await expect.poll(() => page.evaluate(`CSS.highlights.get('find')?.size ?? 0`), pollOptions).toBe(1);
    await field.press('Shift+Enter');
    await field.press('Shift+Enter');
    await highlighted.getByText('hay 1000').waitFor();
    expect(await axeFindings(page, 'html')).toEqual([]);
    await field.fill('straw');
    await page.getByText('No matches').waitFor();
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await highlighted.waitFor({ state: 'detached' });
    expect(await page.evaluate(`CSS.highlights.has('find')`)).toBe(false);
    expectNoErrors(chat.visit);
  });

  it('finds in the past only what was there by then', async (context) => {
    const chat = await SessionPage.open(context, browser, await haystack());
    const { page } = chat;
    // Each message is three events.
    await page.goto(`${chat.daemon.url}/ui/#/s/one?at=3004`);
    await page.getByText('Viewing event 3004').waitFor();
    await page.keyboard.press('Control+f');
    await page.getByLabel('Find in the conversation').fill('needle');
    await page.getByText('2 of 2').waitFor();
    await chat.messages.locator('[data-highlighted]').getByText('hay 1000').waitFor();
    await page.getByText('Viewing event 3004').waitFor();
  });

  it('makes way for that of the browser when its key is pressed again', async (context) => {
    const chat = await SessionPage.open(context, browser, await haystack());
    const { page } = chat;
    await page.evaluate(
      `addEventListener('keydown', (event) => { if (event.key === 'f') window.taken = event.defaultPrevented; })`,
    );
    await page.keyboard.press('Control+f');
    const field = page.getByLabel('Find in the conversation');
    await field.waitFor();
    expect(await page.evaluate('window.taken')).toBe(true);
    await page.keyboard.press('Control+f');
    await field.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.taken')).toBe(false);
  });
});
