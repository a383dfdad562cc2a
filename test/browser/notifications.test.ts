import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

/** Records the notifications of a page, which a headless browser does not show. */
const RECORDER = `
  window.shown = [];
  window.asked = 0;
  window.hiddenPage = false;
  Object.defineProperty(document, 'hidden', { get: () => window.hiddenPage });
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { window.asked++; return (this.permission = 'granted'); }
    constructor(title, { body, tag }) { this.text = title + ': ' + body; this.tag = tag; window.shown.push(this); }
    close() {}
  };
`;

const texts = (page: Page) => page.evaluate<string[]>('window.shown.map(({ text }) => text)');

describe('notifications', () => {
  it('are asked for by a button only, and tell of what happens while the page is hidden', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'First' });
    await daemon.create('two', { title: 'Second' });
    await daemon.create('three', { title: 'Third', onAgentExit: 'end' });
    const page = await browser.open(context);
    await page.addInitScript(RECORDER);
    await page.goto(`${daemon.url}/ui/#/s/one`);
    const button = page.getByRole('button', { name: 'Notifications: off' });
    await button.waitFor();
    expect(await page.evaluate('window.asked')).toBe(0);
    await button.click();
    await page.getByRole('button', { name: 'Notifications: on' }).waitFor();
    expect(await page.evaluate('window.asked')).toBe(1);

    // Whoever looks at the page is not told.
    await daemon.say('two', 'sleep 600000');
    await page.getByRole('link', { name: /Second Running/ }).waitFor();
    await daemon.call('POST', '/v1/sessions/two/interrupt');
    await page.getByRole('link', { name: /Second Idle/ }).waitFor();
    await daemon.say('one', 'sleep 600000');
    await page.getByRole('link', { name: /First Running/ }).waitFor();
    await page.evaluate('window.hiddenPage = true');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await expect.poll(() => texts(page), pollOptions).toEqual(['First: Finished']);
    await daemon.say('two', 'permission');
    await expect.poll(() => texts(page), pollOptions).toEqual(['First: Finished', 'Second: Waiting for you']);
    await daemon.say('three', 'crash 3');
    await expect.poll(() => texts(page), pollOptions).toContain('Third: Crashed');
    // A click leads to the session.
    await page.evaluate('window.shown[1].onclick()');
    await page.getByRole('heading', { name: 'Second' }).waitFor();
  });

  it('are off where the browser blocks them', async (context) => {
    const daemon = await testDaemon();
    const page = await browser.open(context);
    await page.addInitScript(`${RECORDER} window.Notification.permission = 'denied';`);
    await page.goto(`${daemon.url}/ui/`);
    const button = page.getByRole('button', {
      name: 'Notifications are blocked in the settings of the browser',
    });
    expect(await button.isDisabled()).toBe(true);
  });
});

describe('the title of the tab', () => {
  it('names the session, and says that it waits', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'First' });
    await daemon.create('two', { title: 'Second' });
    const { page } = await SessionPage.open(context, browser, daemon);
    const title = () => page.title();
    await expect.poll(title, pollOptions).toBe('First · Greenroom');
    await daemon.say('two', 'permission');
    await expect.poll(title, pollOptions).toBe('(1) First · Greenroom');
    await daemon.say('one', 'permission');
    await expect.poll(title, pollOptions).toBe('(2) Waiting: First · Greenroom');
  });
});
