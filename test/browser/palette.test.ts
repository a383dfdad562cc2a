import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { turn } from '../support/turns.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

describe('the palette', () => {
  it('opens a session that is found by its name or by what was said in it', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('parser', { title: 'Rewrite the parser' });
    await daemon.create('site', { title: 'Landing page' });
    await turn(daemon, 'site', 'echo a needle');
    const { page, visit } = await SessionPage.open(context, browser, daemon);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search sessions and commands' });
    await field.fill('pars');
    await page
      .getByRole('listbox', { name: 'Results' })
      .getByRole('option', { name: /Rewrite the parser/, selected: true })
      .waitFor();
    expect(await axeFindings(page, 'html')).toEqual([]);
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Rewrite the parser' }).waitFor();
    await field.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await field.fill('needle');
    await page
      .getByRole('listbox', { name: 'Results' })
      .getByRole('option', { name: /Landing page/ })
      .click();
    await page.getByRole('heading', { name: 'Landing page' }).waitFor();
    expectNoErrors(visit);
  });

  it('runs actions and settings, and starts a session with an agent', async (context) => {
    const { page } = await SessionPage.open(context, browser, await testDaemon());
    const field = page.getByRole('combobox', { name: 'Search sessions and commands' });
    const pick = async (text: string) => {
      await page.keyboard.press('Control+k');
      await field.fill(text);
      await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor();
      await field.press('Enter');
    };
    await pick('theme dark');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    await pick('show the raw');
    await page.getByRole('tab', { name: 'Raw', selected: true }).waitFor();
    await pick('find in');
    await page.getByLabel('Find in the conversation').waitFor();
    await pick('with mock');
    await page
      .getByRole('dialog', { name: 'New session' })
      .getByRole('radio', { name: /mock/, checked: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await field.fill('nothing is called this');
    await page.getByText('Nothing found').waitFor();
  });

  it('moves with the arrow keys, around its ends', async (context) => {
    const { page } = await SessionPage.open(context, browser, await testDaemon());
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search sessions and commands' }).fill('theme');
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('listbox', { name: 'Results' })
      .getByRole('option', { name: /Theme: light/, selected: true })
      .waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page
      .getByRole('listbox', { name: 'Results' })
      .getByRole('option', { name: /Theme: dark/, selected: true })
      .waitFor();
  });
});

it('a sheet lists the keys, unless a question mark is typed', async (context) => {
  const chat = await SessionPage.open(context, browser, await testDaemon());
  const { page } = chat;
  await chat.input.focus();
  await page.keyboard.press('?');
  expect(await chat.input.inputValue()).toBe('?');
  await chat.messages.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Ctrl+K').waitFor();
  expect(await axeFindings(page, 'html')).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});
