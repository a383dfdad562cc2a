import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { fakeProgram } from '../support/fake-agents.js';
import { tempFolder } from '../support/temp-folder.js';
import { nth, turn } from '../support/turns.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';
import { message, turn as storedTurn } from './stored-events.js';
import { writeSessions } from './write-sessions.js';

const browser = withBrowser();

const panel = (page: Page) => page.getByRole('region', { name: /^Why: event \d+$/ });
const transitions = (page: Page) => panel(page).getByRole('list', { name: 'Transitions' });
const native = (page: Page) => panel(page).getByRole('region', { name: 'Native payload' });
const rowOf = (chat: SessionPage, text: string | RegExp): Locator =>
  chat.messages.getByRole('listitem').filter({ hasText: text }).last();
const why = (within: Locator | Page) => within.getByRole('button', { name: /^Why\?/ }).last();

async function reply(daemon: TestDaemon, nthAsked: number): Promise<void> {
  const { data } = await nth(daemon, 'one', 'permission.requested', nthAsked);
  await daemon.call('POST', `/v1/sessions/one/permissions/${data.permission_id}/reply`, { reply: 'once' });
}

describe('why', () => {
  it('a session waits: the transition, the native payload, and links both ways', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    await daemon.say('one', 'permission');
    const { sequence } = await nth(daemon, 'one', 'permission.requested');
    await why(rowOf(chat, 'Waiting for you')).click();
    await panel(page).getByText('permission.requested: none → waiting').waitFor();
    await transitions(page).getByText('No guard: always let through').waitFor();
    await panel(page).getByText('Now waiting for your approval: echo mock').waitFor();
    await native(page).getByText('"permission_request"').waitFor();
    await page.locator('#transition-live-requests-none--live-requests-waiting.taken').waitFor();
    await chat.messages.locator('[data-highlighted]', { hasText: 'echo mock' }).waitFor();

    // The address can be shared.
    expect(page.url()).toContain(`why=${sequence}`);
    const shared = await browser.visit(context, daemon, { path: new URL(page.url()).hash });
    await panel(shared.page).getByText('permission.requested: none → waiting').waitFor();

    await panel(page).getByRole('button', { name: 'Show in timeline' }).click();
    const event = page.getByRole('region', { name: `Event ${sequence}` });
    await event.getByText('permission.requested: none → waiting').waitFor();
    await event.getByRole('button', { name: 'Why?' }).click();
    await panel(page).getByRole('button', { name: 'Show in chat' }).click();
    await page.waitForURL(/item=perm_/);
    await chat.messages.locator('[data-highlighted]', { hasText: 'echo mock' }).waitFor();

    await reply(daemon, 1);
    await panel(page)
      .getByRole('button', { name: /^permission\.resolved, event/ })
      .click();
    await transitions(page).getByText('permission.resolved: waiting → none').waitFor();
    await transitions(page).getByText('Let through by guard isLastRequest').waitFor();
    await panel(page).getByText('None: the daemon decided on this event').waitFor();
    await reply(daemon, 2);
    expectNoErrors(chat.visit);
  });

  it('a turn failed: the error, the guard that refused to interrupt, and the native payload', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await turn(daemon, 'one', 'error');
    await why(rowOf(chat, 'The mock agent failed as asked')).click();
    const { page } = chat;
    await panel(page).getByText('Agent error: The mock agent failed as asked').waitFor();
    await transitions(page).getByText('error: handled in live').waitFor();
    await transitions(page).getByText('Refused by guard isOverflow').waitFor();
    await native(page).getByText('"error"').first().waitFor();
    expectNoErrors(chat.visit);
  });

  it('a turn was interrupted', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    await daemon.say('one', 'sleep 600000');
    await nth(daemon, 'one', 'turn.started');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await chat.turnEnds('Interrupted');
    await why(rowOf(chat, 'Interrupted')).click();
    await panel(page).getByText('The turn was interrupted.').waitFor();
    await transitions(page).getByText('turn.ended: running → idle').waitFor();
    await native(page).getByText('"interrupted"').waitFor();
  });

  it('an interrupted turn still runs', async (context) => {
    const daemon = await testDaemon({ timeouts: { interruptTimeoutMs: 60_000 } });
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    await daemon.say('one', 'hang');
    await nth(daemon, 'one', 'turn.started');
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await page
      .locator('main header')
      .getByRole('button', { name: /Waiting for the agent to stop/ })
      .click();
    await panel(page).getByText('Now waiting for the agent to stop').waitFor();
    await transitions(page).getByText('turn.started: idle → running').waitFor();
  });

  it('nothing happened for a while: what was waited for, how long, and what ended it', async (context) => {
    const dataFolder = await tempFolder();
    const [begins, ...goesOn] = message('assistant', 'At last');
    const events = storedTurn({}, message('user', 'Think hard'), [
      { ...begins!, afterMs: 42_000, native: { type: 'answer', text: 'At last' } },
      ...goesOn,
    ]);
    await writeSessions(dataFolder, [{ id: 'one', title: 'Stored', events }]);
    const chat = await SessionPage.open(context, browser, await testDaemon({ dataFolder }));
    const { page } = chat;
    await chat.messages.getByRole('button', { name: '42 s waiting for the model' }).click();
    await panel(page).getByText('42 s without an event: waited for the model').waitFor();
    await transitions(page).getByText('item.started: none → open').waitFor();
    await native(page).getByText('"answer"').waitFor();
    await panel(page)
      .getByRole('button', { name: /^event \d+$/ })
      .click();
    await panel(page)
      .getByRole('heading', { name: /Why: item\.completed/ })
      .waitFor();
  });

  it('a session has its status, from the header and by keyboard', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    await turn(daemon, 'one', 'hello');
    const status = page.locator('main header').getByRole('button', { name: /^Idle/ });
    await status.focus();
    await page.keyboard.press('Enter');
    await panel(page).getByText('The turn completed.').waitFor();
    await panel(page).getByText('Now waiting for your next message').waitFor();
    await panel(page)
      .getByText(/agent process: Ready/)
      .waitFor();
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await panel(page).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('why=');
  });
});

describe.each(['light', 'dark'] as const)('why, in the %s theme', (colorScheme) => {
  it('has no serious axe findings', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    const { sequence } = await nth(daemon, 'one', 'permission.requested');
    const path = `#/s/one?view=machine&why=${sequence}`;
    const { page } = await browser.visit(context, daemon, { path, colorScheme });
    await native(page).getByText('"permission_request"').waitFor();
    expect(await axeFindings(page, 'body')).toEqual([]);
    await page.getByText('Legend', { exact: true }).click();
    expect(await axeFindings(page, 'aside')).toEqual([]);
  });
});

/** A daemon whose Claude CLI plays a recorded conversation. */
function playing(recording: string): Promise<TestDaemon> {
  return testDaemon({
    env: {
      ...process.env,
      GREENROOM_CLAUDE_BIN: fakeProgram('claude').replace('fake-', 'replays-'),
      FAKE_RECORDING: join(import.meta.dirname, '../../fixtures/claude/2.1.325', `${recording}.ndjson`),
    },
  });
}

describe('with a recording of a real agent', () => {
  it('shows the native payload behind a wait', async (context) => {
    const daemon = await playing('d1-permission-allow');
    await daemon.create('one', { agent: 'claude' });
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    await daemon.say('one', 'Please do it.');
    await nth(daemon, 'one', 'permission.requested');
    await why(rowOf(chat, 'Waiting for you')).click();
    await panel(page).getByText('permission.requested: none → waiting').waitFor();
    await native(page).getByText('"can_use_tool"').waitFor();
    await reply(daemon, 1);
    await chat.turnEnds();
    await why(rowOf(chat, 'Completed')).click();
    await transitions(page).getByText('turn.ended: running → idle').waitFor();
    await native(page).getByText('"end_turn"').waitFor();
    expectNoErrors(chat.visit);
  });

  it('shows the native payload behind a failure', async (context) => {
    const daemon = await playing('k1-401');
    await daemon.create('one', { agent: 'claude' });
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    await daemon.say('one', 'Please do it.');
    await chat.turnEnds('Failed');
    await why(chat.messages.getByRole('listitem').filter({ hasText: 'Retrying' }).first()).click();
    await panel(page)
      .getByText(/It is retried\./)
      .waitFor();
    await native(page).getByText('"api_retry"').waitFor();
  });

  it('shows a small machine for each sub-agent, and the drawing with it', async (context) => {
    const daemon = await playing('i5-subagent-forwarded');
    await daemon.create('one', { agent: 'claude' });
    const chat = await SessionPage.open(context, browser, daemon);
    const { page } = chat;
    await daemon.say('one', 'Please do it.');
    await chat.turnEnds();
    const machine = page.getByRole('list', { name: 'Sub-agents' }).getByRole('listitem').first();
    expect(await machine.locator('[aria-current=true]').textContent()).toBe('resting');
    const events = await daemon.events('one');
    const run = events.find(
      (event) =>
        event.type === 'item.started' &&
        event.data.item.content[0]?.type === 'status' &&
        event.source === 'daemon',
    )!;
    await page.goto(`${daemon.url}/ui/#/s/one?at=${run.sequence}`);
    await page.locator('#state-live-threads-running.active').waitFor();
    await machine.locator('[aria-current=true]', { hasText: 'running' }).waitFor();
  });
});
