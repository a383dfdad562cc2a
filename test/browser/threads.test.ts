import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agents/mock/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

/** The state of a sub-agent, on the card of its call. */
const bar = (chat: SessionPage, title: string): Locator => chat.tool(title).locator('[data-thread]');
const inState = (chat: SessionPage, title: string, state: string) =>
  bar(chat, title).getByText(state, { exact: true }).waitFor();

describe('a sub-agent in the background', () => {
  it('asks after the turn, is named in its request, and is answered in the page', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('background ask');
    await chat.turnEnds();
    await chat.dock.getByText('Sub-agent “Run a command” is waiting for you').waitFor();
    await inState(chat, 'Run a command', 'Waiting for you');
    const link = chat.page.getByRole('link', { name: /Waiting for you/ });
    await link.getByText('1 sub-agent', { exact: true }).waitFor();

    await chat.request.getByRole('button', { name: 'Allow once' }).click();
    await chat.dock.waitFor({ state: 'detached' });
    await inState(chat, 'Run a command', 'Done');
    const inside = chat.messages.locator('[data-depth="1"]');
    await inside.filter({ hasText: 'Allowed once' }).waitFor();
    await inside.filter({ hasText: 'shell' }).waitFor();
    await chat.messages.getByText('Run a command: The command has run.').waitFor();
    await chat.page.getByText('1 sub-agent', { exact: true }).waitFor({ state: 'detached' });
    expectNoErrors(chat.visit);
  });

  it('is stopped by its button, and the others go on', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('background hold');
    await chat.turnEnds();
    await chat.say('background hold');
    await chat.messages.getByText('2 sub-agents working').waitFor();
    const [first, second] = [bar(chat, 'Hold the line').first(), bar(chat, 'Hold the line').last()];
    await first.getByRole('button', { name: 'Stop sub-agent Hold the line' }).click();
    await first.getByText('Stopped', { exact: true }).waitFor();
    await second.getByText('Running', { exact: true }).waitFor();
    expect(await first.getByRole('button', { name: /^Stop/ }).count()).toBe(0);

    await chat.page.getByRole('button', { name: 'Stop sub-agents' }).click();
    await second.getByText('Stopped', { exact: true }).waitFor();
    await chat.page.getByRole('button', { name: 'Stop sub-agents' }).waitFor({ state: 'detached' });
    expectNoErrors(chat.visit);
  });

  it('has no button in the past', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('background hold');
    await inState(chat, 'Hold the line', 'Running');
    const stop = chat.page.getByRole('button', { name: 'Stop sub-agent Hold the line' });
    await stop.waitFor();
    const { lastSequence } = await chat.daemon.call<{ lastSequence: number }>('GET', '/v1/sessions/one');
    await chat.page.goto(`${chat.page.url().split('#')[0]}#/s/one?view=timeline&at=${lastSequence}`);
    await chat.page.getByText(`Viewing event ${lastSequence}`).waitFor();
    await inState(chat, 'Hold the line', 'Running');
    expect(await stop.count()).toBe(0);
  });
});

it('a sub-agent of an agent that cannot stop it has no button', async (context) => {
  const capabilities = { ...mockAgent.capabilities, interruptThread: false };
  const daemon = await testDaemon({ agents: [{ ...mockAgent, capabilities }] });
  const chat = await SessionPage.open(context, browser, daemon);
  await chat.say('background hold');
  await inState(chat, 'Hold the line', 'Running');
  // The capabilities are there: the picker of send modes depends on them too.
  await chat.say('sleep 600000');
  await chat.page.getByText('Steer', { exact: true }).waitFor();
  expect(await chat.page.getByRole('button', { name: /^Stop sub-agent/ }).count()).toBe(0);
});

describe('the work of sub-agents', () => {
  it('is folded, nested ones with it', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('subagent nest from the bottom');
    await chat.turnEnds();
    const deepest = chat.messages.locator('[data-depth="2"]', { hasText: 'from the bottom' });
    await deepest.waitFor();
    await inState(chat, 'Say from the bottom', 'Done');

    const fold = (title: string) => bar(chat, title).getByRole('button', { name: /sub-agent$/ });
    await fold('Say from the bottom').click();
    await deepest.waitFor({ state: 'detached' });
    await chat.answer('I will ask another one.').waitFor();
    expect(await fold('Say from the bottom').getAttribute('aria-expanded')).toBe('false');

    await fold('Delegate').click();
    await chat.answer('I will ask another one.').waitFor({ state: 'detached' });
    expect(await fold('Delegate').textContent()).toBe('Show sub-agent');
    await fold('Delegate').click();
    await chat.answer('I will ask another one.').waitFor();
    expectNoErrors(chat.visit);
  });

  it('is shown in the machine view, with the machine of threads', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const visit = await browser.visit(context, daemon, { path: '#/s/one?view=machine' });
    const { page } = visit;
    await page.locator('#state-live-threads-none.active').waitFor();
    await daemon.say('one', 'background hold');
    await page.locator('#state-live-threads-running.active').waitFor();
    await page
      .getByRole('tabpanel')
      .getByRole('status')
      .filter({ hasText: 'Idle · Sub-agents working' })
      .waitFor();
    const machine = page.getByRole('list', { name: 'Sub-agents' }).getByRole('listitem').first();
    await machine.getByRole('button', { name: 'Hold the line' }).waitFor();
    expect(await machine.locator('[aria-current=true]').textContent()).toBe('running');
    await page.getByText('Sub-agents', { exact: true }).first().click();
    await page.locator('#state-running.active').waitFor();
    await page.getByText('1 running').waitFor();
    expectNoErrors(visit);
  });
});
