import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { nth, turn } from '../support/turns.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { conversation, writeSessions } from './write-sessions.js';

const browser = withBrowser();

/** A few sessions in different states. */
async function someSessions(daemon: TestDaemon): Promise<void> {
  await daemon.create('calm', { title: 'A calm one' });
  await daemon.create('asking', { title: 'An asking one' });
  await daemon.say('asking', 'permission');
  await daemon.create('over', { title: 'A finished one' });
  await daemon.call('POST', '/v1/sessions/over/terminate');
}

describe('the list of sessions', () => {
  it('is live, with waiting sessions first', async (context) => {
    const daemon = await testDaemon();
    await someSessions(daemon);
    const visit = await browser.visit(context, daemon);
    const list = visit.page.getByRole('region', { name: 'All sessions' });
    await list.getByText('Waiting for you').waitFor();
    await list.getByRole('button', { name: '1 ended' }).waitFor();
    const names = await list.getByRole('link').allInnerTexts();
    expect(names[0]).toMatch(/^An asking one/);

    await daemon.create('new', { title: 'A new one' });
    await list.getByText('A new one').waitFor();
    await daemon.call('DELETE', '/v1/sessions/new');
    await list.getByText('A new one').waitFor({ state: 'detached' });
    expectNoErrors(visit);
  });

  it('is searched by name and filtered by status', async (context) => {
    const daemon = await testDaemon();
    await someSessions(daemon);
    const { page } = await browser.visit(context, daemon);
    const links = page.getByRole('region', { name: 'All sessions' }).getByRole('link');
    await page.getByLabel('Waiting 1').check();
    await links.filter({ hasText: 'A calm one' }).waitFor({ state: 'detached' });
    expect(await links.allInnerTexts()).toEqual([expect.stringContaining('An asking one')]);

    await page.getByLabel('All', { exact: true }).check();
    await page.getByLabel('Search sessions').fill('calm mock');
    await links.filter({ hasText: 'An asking one' }).waitFor({ state: 'detached' });
    expect(await links.allInnerTexts()).toEqual([expect.stringContaining('A calm one')]);
    await page.getByLabel('Search sessions').fill('nobody is called that');
    await page.getByText('No sessions match “nobody is called that”.').waitFor();
  });

  it('is navigated with arrow keys, and a session is deleted after confirmation', async (context) => {
    const daemon = await testDaemon();
    await someSessions(daemon);
    const { page } = await browser.visit(context, daemon);
    const list = page.getByRole('region', { name: 'All sessions' });
    await list.getByText('An asking one').waitFor();
    // The folder, its sessions, and what folds those that have ended.
    await page.getByLabel('Search sessions').press('ArrowDown');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await list.getByText('A finished one').waitFor();
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'A finished one' }).waitFor();

    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Delete A finished one?' }).getByText('Cancel').click();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await list.getByText('A finished one').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Select or create a session' }).waitFor();
    expect((await daemon.fetch('GET', '/v1/sessions/over')).status).toBe(404);
  });

  it('of hundreds renders only those in view', async (context) => {
    const dataFolder = await tempFolder();
    await writeSessions(
      dataFolder,
      Array.from({ length: 300 }, (_, n) => ({
        id: `s${n}`,
        title: `Session ${n}`,
        events: conversation(['hello']),
      })),
    );
    const daemon = await testDaemon({ dataFolder });
    const { page } = await browser.visit(context, daemon);
    const list = page.getByRole('region', { name: 'All sessions' });
    await page.getByLabel('Ended 300').check();
    await list.getByText('Session 299', { exact: true }).waitFor();
    expect(await list.getByRole('link').count()).toBeLessThan(60);
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await list.getByText('Session 0', { exact: true }).waitFor();
    expect(await list.getByRole('link').count()).toBeLessThan(60);
  });

  it('is grouped by folder, sorted by activity, with the reasons of ends', async (context) => {
    const daemon = await testDaemon();
    const root = await tempFolder();
    const [parser, site] = [join(root, 'parser'), join(root, 'site')];
    for (const folder of [parser, site]) await mkdir(folder);
    await daemon.create('old', { directory: parser, title: 'Older' });
    await daemon.create('new', { directory: parser, title: 'Newer' });
    await daemon.create('shop', { directory: site, title: 'Shop' });
    for (const id of ['crashed', 'stopped']) await daemon.create(id, { directory: parser, title: id });
    await turn(daemon, 'new', 'echo later');
    await turn(daemon, 'old', 'echo latest');
    await daemon.say('crashed', 'crash 3');
    await nth(daemon, 'crashed', 'session.ended');
    await daemon.call('POST', '/v1/sessions/stopped/terminate');
    const visit = await browser.visit(context, daemon);
    const list = visit.page.getByRole('region', { name: 'All sessions' });
    await list.getByRole('button', { name: '2 ended' }).click();
    await list.getByRole('link', { name: /stopped Terminated/ }).waitFor();
    await list.getByRole('link', { name: /crashed Crashed/ }).waitFor();
    const rows = (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]);
    expect(rows).toEqual(['parser', 'Older', 'Newer', '2 ended', 'stopped', 'crashed', 'site', 'Shop']);
    await list.getByRole('button', { name: /^parser/ }).click();
    await list.getByText('Older').waitFor({ state: 'detached' });
    await list.getByText('Shop').waitFor();
    expectNoErrors(visit);
  });

  it('finds sessions by what was said in them, and leads there', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('said', { title: 'About farming' });
    await turn(daemon, 'said', 'echo there is a needle in the hay');
    await daemon.create('other', { title: 'About fishing' });
    const { page } = await browser.visit(context, daemon);
    const list = page.getByRole('region', { name: 'All sessions' });
    await page.getByLabel('Search sessions').fill('NEEDLE in');
    await list.locator('mark', { hasText: 'needle in' }).waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    await list.getByRole('link').click();
    await page
      .getByRole('region', { name: 'Messages' })
      .locator('[data-highlighted]', { hasText: 'needle' })
      .waitFor();
  });

  it('shows the open session, wherever it is', async (context) => {
    const dataFolder = await tempFolder();
    await writeSessions(
      dataFolder,
      Array.from({ length: 200 }, (_, n) => ({
        id: `s${n}`,
        title: `Session ${n}`,
        events: conversation(['hello']).slice(0, -1),
      })),
    );
    const daemon = await testDaemon({ dataFolder });
    const { page } = await browser.visit(context, daemon, { path: '#/s/s3' });
    const list = page.getByRole('region', { name: 'All sessions' });
    await list.locator('[aria-current=true]').waitFor();
    await expect
      .poll(
        () => page.evaluate(`(${IS_IN_VIEW})(document.querySelector('[aria-current=true]'))`),
        pollOptions,
      )
      .toBe(true);
  });

  it('resumes and forks sessions, as the header does', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('over', { title: 'A long story' });
    await turn(daemon, 'over', 'echo once upon a time');
    await daemon.call('POST', '/v1/sessions/over/terminate');
    const { page } = await browser.visit(context, daemon, { path: '#/s/over' });
    const header = page.getByRole('main').locator('header');
    await header.getByRole('button', { name: 'Resume A long story' }).click();
    await expect.poll(() => page.url(), pollOptions).not.toContain('/s/over');
    await page.getByLabel('Message', { exact: true }).fill('count');
    await page.keyboard.press('Enter');
    // The agent knows the messages of before.
    await page.locator('[data-role=assistant]', { hasText: '2' }).first().waitFor();
    const list = page.getByRole('region', { name: 'All sessions' });
    await list.getByRole('button', { name: 'Fork A long story', exact: true }).first().click();
    await page.getByRole('heading', { name: 'A long story (fork)' }).waitFor();
  });
});

/** Whether a link is within what the list shows. */
const IS_IN_VIEW = `(link) => {
  const box = link.closest('section').getBoundingClientRect();
  const { top, bottom } = link.getBoundingClientRect();
  return top >= box.top && bottom <= box.bottom;
}`;
