import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { png } from '../support/pictures.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

const picture = { name: 'picture.png', mimeType: 'image/png', buffer: png };
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };

const chips = (chat: SessionPage) => chat.page.getByRole('list', { name: 'Attachments' });
const chip = (chat: SessionPage, name: string) => chips(chat).getByRole('listitem').filter({ hasText: name });
const picker = (chat: SessionPage) => chat.page.locator('input[type=file]');
const userMessage = (chat: SessionPage) => chat.messages.locator('[data-role=user]');

/** The natural width of an image; 0 if it could not be decoded. */
const widthOf = (image: Locator) =>
  image.evaluate(async (element) => {
    const shown = element as unknown as { decode(): Promise<void>; naturalWidth: number };
    await shown.decode();
    return shown.naturalWidth;
  });

/** An expression for a DataTransfer with an image, to drag or paste; tests have no DOM. */
const dataTransferWithImage = `(() => {
  const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (each) => each.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], 'given.png', { type: 'image/png' }));
  return data;
})()`;

const attachBy = {
  paste: async ({ input, page }: SessionPage) => {
    await input.focus();
    await page.evaluate(
      `document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: ${dataTransferWithImage}, bubbles: true, cancelable: true }),
      )`,
    );
  },
  drop: async ({ messages, page }: SessionPage) => {
    const dataTransfer = await page.evaluateHandle(dataTransferWithImage);
    await messages.dispatchEvent('dragover', { dataTransfer });
    await page.locator('form[data-drag-over=true]').waitFor();
    await messages.dispatchEvent('drop', { dataTransfer });
  },
};

describe('files in the composer', () => {
  it('are picked, previewed, removed and sent', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    const dialog = chat.page.waitForEvent('filechooser');
    await chat.page.getByRole('button', { name: 'Attach files' }).click();
    await (await dialog).setFiles([picture, notes, { ...notes, name: 'wrong.txt' }]);
    expect(await widthOf(chip(chat, 'picture.png').locator('img'))).toBe(2);
    await chat.page.getByRole('button', { name: 'Remove wrong.txt' }).click();
    await chips(chat).getByText('Uploading …').first().waitFor({ state: 'detached' });
    await chat.input.fill('look at these');
    await chat.page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await widthOf(userMessage(chat).getByAltText(/^\w{8}-picture\.png$/))).toBe(2);
    await userMessage(chat)
      .getByText(/-notes\.txt$/)
      .waitFor();
    expect(await userMessage(chat).getByText('wrong.txt').count()).toBe(0);
    expect(await chips(chat).count()).toBe(0);
    expectNoErrors(chat.visit);
  });

  it.for(['paste', 'drop'] as const)('are attached by %s', async (how, context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await attachBy[how](chat);
    await chip(chat, 'given.png').locator('img').waitFor();
    await chips(chat).getByText('Uploading …').waitFor({ state: 'detached' });
    await chat.say('look');
    await userMessage(chat)
      .getByAltText(/-given\.png$/)
      .waitFor();
    expect(await chat.page.locator('form[data-drag-over=true]').count()).toBe(0);
    expectNoErrors(chat.visit);
  });

  it('disable sending while they are uploading', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    await chat.page.route('**/attachments?*', async (route) => {
      await until;
      await route.continue();
    });
    await picker(chat).setInputFiles(notes);
    await chip(chat, 'notes.txt').getByText('Uploading …').waitFor();
    await chat.say('look');
    expect(await chat.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    release();
    await chat.page.getByRole('button', { name: 'Send', exact: true, disabled: false }).click();
    await userMessage(chat)
      .getByText(/-notes\.txt$/)
      .waitFor();
  });

  it('show why an upload failed, and disable sending until removed', async (context) => {
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
    expect(await chat.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    for (const name of ['huge.bin', 'notes.txt']) {
      await chat.page.getByRole('button', { name: `Remove ${name}` }).click();
    }
    await chat.page.getByRole('button', { name: 'Send', exact: true, disabled: false }).click();
    await userMessage(chat).getByText('look').waitFor();
  });
});

describe('an image in the chat', () => {
  it('is enlarged by a click and closed with Escape', async (context) => {
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
    expectNoErrors(chat.visit);
  });

  it('is shown as its path if the file is gone', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await chat.say('image');
    await chat.messages.getByAltText('mock-image.png').waitFor();
    await rm(join(daemon.dataFolder, 'agents', 'mock', 'mock-image.png'));
    await chat.page.reload();
    await chat.messages.getByText(/\/mock-image\.png$/).waitFor();
    expect(await chat.messages.locator('img').count()).toBe(0);
  });

  it('is released when it is no longer shown', async (context) => {
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
    await expect.poll(isThere, pollOptions).toBe(false);
  });
});
