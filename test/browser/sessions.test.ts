import { describe, expect, it } from 'vitest';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { expectNoErrors, withBrowser } from './browser.js';
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
    await list.getByText('Ended').waitFor();
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
    await links.filter({ hasText: 'A finished one' }).waitFor({ state: 'detached' });
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
    await page.getByLabel('Search sessions').press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
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
    await page.getByLabel('Ended 300').waitFor();
    expect(await list.getByRole('link').count()).toBeLessThan(60);
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await list.getByText('Session 0', { exact: true }).waitFor();
    expect(await list.getByRole('link').count()).toBeLessThan(60);
  });
});
