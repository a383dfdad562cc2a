import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { axeFindings } from './axe.js';
import { withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();
describe.each(['light', 'dark'] as const)('with the %s theme, axe reports nothing serious', (colorScheme) => {
  it('on the welcome page and in the new session dialog', async (context) => {
    const { page } = await browser.visit(context, await testDaemon(), { colorScheme });
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await axeFindings(page, 'html')).toEqual([]);
    await page.getByRole('button', { name: 'New session' }).first().click();
    await page.getByRole('radio', { name: /mock/ }).waitFor();
    expect(await axeFindings(page, 'html')).toEqual([]);
  });

  it('in a chat with every kind of item', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon(), {
      colorScheme,
      // Tall enough to render all rows.
      viewport: { width: 1440, height: 6000 },
    });
    const all = [
      'markdown',
      'tool',
      'shell echo hi; exit 3',
      'subagent',
      'background hold',
      'subagent nest hello',
      'status',
      'image',
      'unknown',
      'unparsed',
    ];
    for (const message of [...all, 'Answer briefly and include your reasoning.', 'error']) {
      await chat.daemon.say('one', message);
    }
    await chat.turnEnds('Failed');
    await chat.page.getByRole('button', { name: 'Rename' }).click();
    await chat.input.focus();
    await chat.page.getByLabel('Model').locator('option[value=mock-1]').waitFor({ state: 'attached' });
    expect(await axeFindings(chat.page, 'html')).toEqual([]);
  });

  for (const [message, asked] of [
    ['permission', 'Run a command?'],
    ['question', 'Choose a color'],
    ['plan', 'Run the tests'],
    ['background ask', 'Run a command?'],
  ] as const) {
    it(`while a request is pending: ${message}`, async (context) => {
      const chat = await SessionPage.open(context, browser, await testDaemon(), { colorScheme });
      await chat.say(message);
      await chat.request.getByText(asked).waitFor();
      expect(await axeFindings(chat.page, 'html')).toEqual([]);
    });
  }

  it('on a phone-sized page during a turn', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon(), {
      colorScheme,
      viewport: { width: 360, height: 740 },
    });
    await chat.say('shell echo running; sleep 600');
    await chat.tool('shell').getByRole('region', { name: 'Output' }).getByText('running').waitFor();
    expect(await axeFindings(chat.page, 'html')).toEqual([]);
    expect(await chat.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
