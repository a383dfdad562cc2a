import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { png } from '../support/pictures.js';
import { axeFindings } from './axe.js';
import { expectNoComplaints, patience, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

const picture = { name: 'picture.png', mimeType: 'image/png', buffer: png };
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };

const chips = (chat: SessionPage) => chat.page.getByRole('list', { name: 'Attachments' });
const chip = (chat: SessionPage, name: string) => chips(chat).getByRole('listitem').filter({ hasText: name });
const picker = (chat: SessionPage) => chat.page.locator('input[type=file]');
const asked = (chat: SessionPage) => chat.messages.locator('[data-role=user]');

/** How wide a picture really is; 0 where it could not be read. */
const widthOf = (image: Locator) =>
  image.evaluate(async (element) => {
    const shown = element as unknown as { decode(): Promise<void>; naturalWidth: number };
    await shown.decode();
    return shown.naturalWidth;
  });

/** A picture as it lies in the hand of one who drags or pastes it; the tests know no DOM. */
const held = `(() => {
  const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (each) => each.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], 'given.png', { type: 'image/png' }));
  return data;
})()`;

const ways = {
  paste: async ({ input, page }: SessionPage) => {
    await input.focus();
    await page.evaluate(
      `document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: ${held}, bubbles: true, cancelable: true }),
      )`,
    );
  },
  drop: async ({ messages, page }: SessionPage) => {
    const dataTransfer = await page.evaluateHandle(held);
    await messages.dispatchEvent('dragover', { dataTransfer });
    await page.locator('form[data-over=true]').waitFor();
    await messages.dispatchEvent('drop', { dataTransfer });
  },
};

describe('files in the composer', () => {
  it('are chosen, shown small, removed, and sent', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    const dialog = chat.page.waitForEvent('filechooser');
    await chat.page.getByRole('button', { name: 'Attach files' }).click();
    await (await dialog).setFiles([picture, notes, { ...notes, name: 'wrong.txt' }]);
    expect(await widthOf(chip(chat, 'picture.png').locator('img'))).toBe(2);
    await chat.page.getByRole('button', { name: 'Remove wrong.txt' }).click();
    await chips(chat).getByText('Uploading …').first().waitFor({ state: 'detached' });
    await chat.input.fill('look at these');
    await chat.page.getByRole('button', { name: 'Send' }).click();
    expect(await widthOf(asked(chat).getByAltText(/^\w{8}-picture\.png$/))).toBe(2);
    await asked(chat)
      .getByText(/-notes\.txt$/)
      .waitFor();
    expect(await asked(chat).getByText('wrong.txt').count()).toBe(0);
    expect(await chips(chat).count()).toBe(0);
    expectNoComplaints(chat.visit);
  });

  it.for(['paste', 'drop'] as const)('come by %s too', async (how, context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await ways[how](chat);
    await chip(chat, 'given.png').locator('img').waitFor();
    await chips(chat).getByText('Uploading …').waitFor({ state: 'detached' });
    await chat.say('look');
    await asked(chat)
      .getByAltText(/-given\.png$/)
      .waitFor();
    expect(await chat.page.locator('form[data-over=true]').count()).toBe(0);
    expectNoComplaints(chat.visit);
  });

  it('hold the message back while they are on their way', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    let letGo = () => {};
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await chat.page.route('**/attachments?*', async (route) => {
      await until;
      await route.continue();
    });
    await picker(chat).setInputFiles(notes);
    await chip(chat, 'notes.txt').getByText('Uploading …').waitFor();
    await chat.say('look');
    expect(await chat.page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    letGo();
    await chat.page.getByRole('button', { name: 'Send', disabled: false }).click();
    await asked(chat)
      .getByText(/-notes\.txt$/)
      .waitFor();
  });

  it('say why they were not taken, and are in the way until they are removed', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await picker(chat).setInputFiles({
      ...notes,
      name: 'huge.bin',
      buffer: Buffer.alloc(20 * 1024 * 1024 + 1),
    });
    await chip(chat, 'huge.bin').getByRole('alert').getByText('larger than 20 MiB').waitFor();
    await chat.page.route('**/attachments?*', (route) => route.abort());
    await picker(chat).setInputFiles(notes);
    await chip(chat, 'notes.txt').getByRole('alert').getByText('cannot be reached').waitFor();
    expect(await axeFindings(chat.page, 'html')).toEqual([]);
    await chat.input.fill('look');
    expect(await chat.page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    for (const name of ['huge.bin', 'notes.txt']) {
      await chat.page.getByRole('button', { name: `Remove ${name}` }).click();
    }
    await chat.page.getByRole('button', { name: 'Send', disabled: false }).click();
    await asked(chat).getByText('look').waitFor();
  });
});

describe('a picture in the chat', () => {
  it('of the agent is shown, large when it is clicked, and small again with Escape', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('image');
    const shown = chat.messages.getByAltText('mock-image.png');
    expect(await widthOf(shown)).toBe(1);
    expect(await shown.getAttribute('src')).toMatch(/^blob:/);
    await shown.click();
    const large = chat.page.getByRole('dialog', { name: 'mock-image.png' });
    expect(await widthOf(large.locator('img'))).toBe(1);
    expect(await axeFindings(chat.page, 'html')).toEqual([]);
    await chat.page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    expectNoComplaints(chat.visit);
  });

  it('that is not there any more is its path', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await chat.say('image');
    await chat.messages.getByAltText('mock-image.png').waitFor();
    await rm(join(daemon.dataFolder, 'agents', 'mock', 'mock-image.png'));
    await chat.page.reload();
    await chat.messages.getByText(/\/mock-image\.png$/).waitFor();
    expect(await chat.messages.locator('img').count()).toBe(0);
  });

  it('is given back when it is not shown any more', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('other', { title: 'The other one' });
    const chat = await SessionPage.open(context, browser, daemon);
    await chat.say('image');
    const src = await chat.messages.getByAltText('mock-image.png').getAttribute('src');
    const isThere = () =>
      chat.page.evaluate(
        `new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve(true);
          image.onerror = () => resolve(false);
          image.src = '${src}';
        })`,
      );
    expect(await isThere()).toBe(true);
    await chat.page.getByRole('link', { name: /The other one/ }).click();
    await expect.poll(isThere, patience).toBe(false);
  });
});
