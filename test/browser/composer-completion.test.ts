import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

/** A session in a folder with a few files. */
async function opened(context: TestContext, options = {}): Promise<SessionPage> {
  const folder = await tempFolder();
  await mkdir(join(folder, 'src'));
  for (const file of ['src/parser.ts', 'src/tokens.ts', 'debug.log']) await writeFile(join(folder, file), '');
  await writeFile(join(folder, '.gitignore'), '*.log\n');
  const daemon = await testDaemon();
  await daemon.create('one', { directory: folder });
  return SessionPage.open(context, browser, daemon, options);
}

const menu = (chat: SessionPage, name: string) => chat.page.getByRole('listbox', { name });
const active = (chat: SessionPage) => chat.page.locator('[role=option][aria-selected=true]');

describe("the agent's commands", () => {
  it('are listed after a slash, and completed with the keyboard', async (context) => {
    const chat = await opened(context);
    await chat.input.pressSequentially('/s');
    await menu(chat, 'Commands').waitFor();
    expect(await active(chat).innerText()).toMatch(/^\/say <text>\s+Replies with the text$/);
    expect(await chat.input.getAttribute('aria-activedescendant')).toBe(
      await active(chat).getAttribute('id'),
    );
    await chat.input.press('ArrowDown');
    await active(chat).getByText('/shell <command>').waitFor();
    await chat.input.press('ArrowUp');
    await chat.input.press('Tab');
    expect(await chat.input.inputValue()).toBe('/say ');
    await menu(chat, 'Commands').waitFor({ state: 'detached' });
    await chat.input.pressSequentially('hello');
    await chat.input.press('Enter');
    await chat.answer('hello').waitFor();
    expectNoErrors(chat.visit);
  });

  it('that are typed out are sent at once, and a slash later in the text lists none', async (context) => {
    const chat = await opened(context);
    await chat.input.pressSequentially('/todo');
    await active(chat).getByText('/todo').waitFor();
    await chat.input.press('Enter');
    await chat.turnEnds();
    await chat.input.pressSequentially('see /t');
    await chat.input.press('Home');
    expect(await menu(chat, 'Commands').count()).toBe(0);
  });

  it('are hidden with Escape, which does not interrupt the turn', async (context) => {
    const chat = await opened(context);
    await chat.say('shell echo begun; sleep 600');
    await chat.tool('shell').getByText('begun').last().waitFor();
    await chat.input.pressSequentially('/');
    await menu(chat, 'Commands').waitFor();
    await chat.input.press('Escape');
    await menu(chat, 'Commands').waitFor({ state: 'detached' });
    expect(await chat.messages.locator('footer').count()).toBe(0);
    await chat.input.press('Escape');
    await chat.turnEnds('Interrupted');
  });
});

describe('the files of the folder', () => {
  it('are found after an at sign anywhere, without ignored ones', async (context) => {
    const chat = await opened(context);
    await chat.input.fill('compare ');
    await chat.input.pressSequentially('@tok');
    await active(chat).getByText('src/tokens.ts').waitFor();
    await chat.input.press('Enter');
    await chat.input.pressSequentially('with @');
    await chat.page.getByRole('option', { name: 'src/parser.ts' }).waitFor();
    expect(await chat.page.getByRole('option', { name: 'debug.log' }).count()).toBe(0);
    // A folder is completed first, then what is in it.
    await chat.page.getByRole('option', { name: 'src/', exact: true }).click();
    expect(await chat.input.inputValue()).toBe('compare @src/tokens.ts with @src/');
    await chat.input.pressSequentially('pars');
    await active(chat).getByText('src/parser.ts').waitFor();
    await chat.input.press('Enter');
    expect(await chat.input.inputValue()).toBe('compare @src/tokens.ts with @src/parser.ts ');
    expectNoErrors(chat.visit);
  });
});

it.for(['light', 'dark'] as const)(
  'the menu is accessible on a phone with the %s theme',
  async (colorScheme, context) => {
    const chat = await opened(context, { colorScheme, viewport: { width: 360, height: 740 } });
    await chat.input.pressSequentially('/');
    await menu(chat, 'Commands').waitFor();
    expect(await axeFindings(chat.page, 'html')).toEqual([]);
    expect(await chat.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  },
);

describe('earlier messages', () => {
  it('are recalled with the arrow keys, and the draft comes back', async (context) => {
    const chat = await opened(context);
    await chat.say('say first');
    await chat.answer('first').waitFor();
    await chat.say('say second');
    await chat.answer('second').waitFor();
    await chat.input.fill('half a thought');
    await chat.input.press('ArrowUp');
    expect(await chat.input.inputValue()).toBe('half a thought');
    await chat.input.press('Home');
    await chat.input.press('ArrowUp');
    expect(await chat.input.inputValue()).toBe('say second');
    await chat.input.press('ArrowUp');
    await chat.input.press('ArrowUp');
    expect(await chat.input.inputValue()).toBe('say first');
    await chat.input.press('ArrowDown');
    await chat.input.press('ArrowDown');
    expect(await chat.input.inputValue()).toBe('half a thought');
  });
});

describe('a draft', () => {
  it('survives a reload with its files, until it is sent', async (context) => {
    const chat = await opened(context);
    await chat.input.fill('half a thought\nabout this');
    await chat.page.getByRole('button', { name: 'Attach a file by path' }).click();
    const path = chat.page.getByLabel("Path of a file on the daemon's machine");
    await path.fill('src/parser.ts');
    await path.press('Enter');
    await chat.page.reload();
    await expect.poll(() => chat.input.inputValue()).toBe('half a thought\nabout this');
    await chat.page.getByRole('button', { name: 'Remove src/parser.ts' }).waitFor();
    await chat.input.press('Enter');
    await chat.messages.locator('[data-role=user]', { hasText: 'half a thought' }).waitFor();
    await chat.page.reload();
    await chat.turnEnds();
    expect(await chat.input.inputValue()).toBe('');
  });
});

it('Enter in an input method editor does not send', async (context) => {
  const chat = await opened(context);
  await chat.input.fill('say nihao');
  await chat.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
  await chat.input.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  expect(await chat.input.inputValue()).toBe('say nihao');
  await chat.input.press('Enter');
  await chat.answer('nihao').waitFor();
});

it('the message field grows with its text', async (context) => {
  const chat = await opened(context);
  const height = async () => (await chat.input.boundingBox())!.height;
  const before = await height();
  await chat.input.fill('1\n2\n3\n4\n5\n6');
  await expect.poll(height).toBeGreaterThan(before * 2);
});
