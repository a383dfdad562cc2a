import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { turn } from '../support/turns.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

describe('a link', () => {
  it('to an unknown session says so, and leads to all sessions', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'The first' });
    const { page } = await browser.visit(context, daemon, { path: '#/s/gone' });
    await page.getByRole('heading', { name: 'No such session' }).waitFor();
    await page.getByText('There is no session gone.').waitFor();
    expect(await page.getByRole('region', { name: 'Machine' }).count()).toBe(0);
    expect(await page.getByLabel('Message', { exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByRole('heading', { name: 'Select or create a session' }).waitFor();
    await page.getByRole('link', { name: /The first/ }).click();
    await page.getByLabel('Message', { exact: true }).waitFor();
  });

  it('that is malformed says so, too, and the page goes on', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'The first' });
    const { page } = await browser.visit(context, daemon, { path: '#/s/%E0%A4%A' });
    await page.getByRole('heading', { name: 'No such session' }).waitFor();
    await page.getByRole('link', { name: /The first/ }).click();
    await page.getByLabel('Message', { exact: true }).waitFor();
  });

  it('to a session that is deleted meanwhile says so', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await daemon.call('DELETE', '/v1/sessions/one');
    await chat.page.getByRole('heading', { name: 'No such session' }).waitFor();
  });
});

describe('a page that fails', () => {
  it('says so instead of being empty, and is left by a link', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'The first' });
    const page = await browser.open(context);
    // An answer that no daemon gives: a list of sessions that are none.
    let isBroken = true;
    await page.routeWebSocket(/v1\/ws/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        const text = String(message);
        socket.send(isBroken ? text.replace('"threads":[]', '"threads":null') : text);
      });
    });
    await page.goto(`${daemon.url}/ui/#/s/one`);
    await page.getByRole('heading', { name: 'This page has failed' }).waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByLabel('Message', { exact: true }).waitFor();
  });
});

describe('the panes', () => {
  it('are dragged, moved by keys and hidden, and stay so after a reload', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    const list = page.getByRole('navigation', { name: 'Sessions' });
    const side = page.getByRole('complementary', { name: 'Session details' });
    const width = async (pane: typeof list) => Math.round((await pane.boundingBox())?.width ?? 0);
    const handle = page.getByRole('separator', { name: 'Width of the details' });
    const before = await width(side);
    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + 4, 400);
    await page.mouse.down();
    await page.mouse.move(box.x - 96, 400);
    await page.mouse.up();
    await expect.poll(() => width(side), pollOptions).toBeGreaterThan(before + 90);

    const listHandle = page.getByRole('separator', { name: 'Width of the session list' });
    await listHandle.press('Home');
    await expect.poll(() => width(list), pollOptions).toBe(180);
    await listHandle.press('ArrowRight');
    await expect.poll(() => width(list), pollOptions).toBe(204);
    expect(await axeFindings(page, 'body')).toEqual([]);

    const dragged = await width(side);
    await page.getByRole('button', { name: 'Hide the session list' }).click();
    await list.waitFor({ state: 'hidden' });
    await page.reload();
    await chat.input.waitFor();
    expect(await list.isVisible()).toBe(false);
    expect(await width(side)).toBe(dragged);
    await page.getByRole('button', { name: 'Show the session list' }).click();
    await expect.poll(() => width(list), pollOptions).toBe(204);
    await page.getByRole('separator', { name: 'Width of the details' }).dblclick();
    await expect.poll(() => width(side), pollOptions).toBe(before);
    expectNoErrors(chat.visit);
  });
});

describe('looking at the past', () => {
  it('moves the chat to the selected event, and ends when a message is sent', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'say the very first answer');
    for (let n = 0; n < 3; n++) await turn(daemon, 'one', 'markdown');
    const { lastSequence } = await daemon.call<{ lastSequence: number }>('GET', '/v1/sessions/one');
    const chat = await SessionPage.open(context, browser, daemon);
    await chat.page.goto(`${daemon.url}/ui/#/s/one?tab=timeline&at=${lastSequence}`);
    await chat.page.getByText(`Viewing event ${lastSequence}`).waitFor();
    expect(await chat.answer('the very first answer').count()).toBe(0);
    await chat.page.getByRole('slider', { name: 'Event' }).fill('8');
    await chat.page.getByText('Viewing event 8').waitFor();
    await chat.messages.getByText('the very first answer').first().waitFor();

    await chat.say('say something new');
    await chat.answer('something new').waitFor();
    expect(await chat.page.getByText(/Viewing event/).count()).toBe(0);
    expect(chat.page.url()).not.toContain('at=');
    expectNoErrors(chat.visit);
  });
});

describe('two pages that reply to one request', () => {
  it('are told who was faster', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    const page = await browser.open(context);
    // What the daemon tells this page about the other reply is held back until it has replied itself.
    let release: (() => void) | null = null;
    await page.routeWebSocket(/v1\/ws/, (socket) => {
      const server = socket.connectToServer();
      const held: string[] = [];
      let isHolding = true;
      release = () => {
        isHolding = false;
        for (const message of held) socket.send(message);
      };
      server.onMessage((message) => {
        const text = String(message);
        const isNotice = !text.includes('"id":') || text.includes('"method":');
        if (isHolding && isNotice && text.includes('"method":"event"')) held.push(text);
        else socket.send(text);
      });
    });
    await page.goto(`${daemon.url}/ui/#/s/one`);
    const allow = page.getByRole('button', { name: /Allow once/ });
    await allow.waitFor();
    const [{ permission_id: id }] = (
      await daemon.call<{ permissions: [{ permission_id: string }] }>('GET', '/v1/sessions/one/requests')
    ).permissions;
    await daemon.call('POST', `/v1/sessions/one/permissions/${id}/reply`, { reply: 'reject' });
    await allow.click();
    await page.getByText('Your reply came too late').waitFor();
    release!();
    await page.getByText(/Your reply came too late: .* was faster. The request is denied/).waitFor();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByText('Your reply came too late').waitFor({ state: 'detached' });
  });
});
