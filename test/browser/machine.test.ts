import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { xmlProblem } from '../diagrams/well-formed.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { nth, turn } from '../support/turns.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';

const browser = withBrowser();
const PATH = '#/s/one?view=machine';

const status = (page: Page, words: string) =>
  page.getByRole('tabpanel').getByRole('status').filter({ hasText: words });

async function reply(daemon: TestDaemon, nthAsked: number): Promise<void> {
  const { data } = await nth(daemon, 'one', 'permission.requested', nthAsked);
  await daemon.call('POST', `/v1/sessions/one/permissions/${data.permission_id}/reply`, { reply: 'once' });
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

describe('the live machine', () => {
  it('highlights the active states in a drawing that is fetched once', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const visit = await browser.visit(context, daemon, { path: PATH });
    const { page } = visit;
    await page.locator('#state-live-turn-idle.active').waitFor();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await status(page, 'Idle').waitFor();

    await daemon.say('one', 'permission');
    await page.locator('#state-live-requests-waiting.active').waitFor();
    await page.locator('#state-live-turn-running.active-region').waitFor();
    await page.locator('#transition-live-requests-none--live-requests-waiting.taken').waitFor();
    await status(page, 'Running · Waiting for you').waitFor();
    await page.getByText('echo mock', { exact: true }).first().waitFor();

    await reply(daemon, 1);
    await reply(daemon, 2);
    await page.locator('#state-live-turn-idle.active').waitFor();
    await page.locator('#transition-live-turn-running--live-turn-idle.taken').waitFor();
    expect(await page.locator('#state-live-requests-waiting.active').count()).toBe(0);
    expect(fetched.filter((each) => /^\/v1\/.*(machines|state|diagram)/.test(each))).toEqual([]);
    expectNoErrors(visit);
  });

  it('shows a transition without an event, the queue, and the agent process', async (context) => {
    const daemon = await testDaemon({ timeouts: { interruptTimeoutMs: 60_000 } });
    await daemon.create('one');
    const { page } = await browser.visit(context, daemon, { path: PATH });
    await daemon.say('one', 'hang');
    await page.locator('#state-live-turn-running-active.active').waitFor();
    await daemon.say('one', 'later');
    await page.getByText('1 message', { exact: true }).waitFor();
    await daemon.call('POST', '/v1/sessions/one/interrupt');
    await page.locator('#state-live-turn-running-interrupting.active').waitFor();
    await page
      .locator('#transition-live-turn-running-active--live-turn-running-interrupting.taken')
      .waitFor();
    await page
      .getByRole('region', { name: 'Session facts' })
      .getByText('Interrupting', { exact: true })
      .waitFor();
    await page.getByRole('radio', { name: 'Agent', exact: true }).check();
    await page.locator('#state-process-interrupting.active').waitFor();
  });

  it('counts items and requests per state', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    const { page } = await browser.visit(context, daemon, { path: PATH });
    await page.getByText('Requests', { exact: true }).click();
    await page.locator('#state-pending.active').waitFor();
    await page.getByText('1 pending').waitFor();
    await page.getByText('Items', { exact: true }).click();
    await page.locator('#state-settled.active').waitFor();
    await page.getByText('1 settled').waitFor();
  });

  it('shows a pending plan by its first line', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'plan');
    const { data } = await nth(daemon, 'one', 'question.requested');
    const { page } = await browser.visit(context, daemon, { path: PATH });
    const facts = page.getByRole('region', { name: 'Session facts' });
    const [title] = data.prompt.replace(/^#+ /, '').split('\n');
    await facts.getByText(title!, { exact: true }).waitFor();
    expect(await facts.getByText('Run the tests').count()).toBe(0);
  });

  it('names the last transition, and explains it', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const { page } = await browser.visit(context, daemon, { path: PATH });
    await daemon.say('one', 'permission');
    const line = page.getByRole('status').filter({ hasText: 'permission.requested: none → waiting' });
    await line.first().waitFor();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Why?' }).click();
    await page.getByRole('region', { name: /^Why: event/ }).waitFor();
  });

  it('has the details of a state on click and of an arrow by keyboard', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'hello');
    const { page } = await browser.visit(context, daemon, { path: PATH });
    await page.locator('#state-live-turn-idle.active').click();
    const details = page.getByRole('region', { name: 'Details of live.turn.idle' });
    await details.getByText('Active', { exact: true }).waitFor();
    await details.getByText('No turn is running').waitFor();
    await details.getByText(/Entered 2 times, last by/).waitFor();
    await details.getByText('command.send if isQueueFullBeforeStart').waitFor();
    await details.getByText('beginTurn, acceptStarted').waitFor();
    const { sequence } = await nth(daemon, 'one', 'turn.ended');
    await details.getByRole('button', { name: `event ${sequence}` }).click();
    await page.getByRole('region', { name: `Why: event ${sequence}` }).waitFor();

    const arrow = page.locator('#transition-live-turn-running--live-turn-idle');
    await page.getByRole('region', { name: /State machine: session/ }).focus();
    await page.keyboard.press('Tab');
    const count = await page.locator('.greenroom-machine g[id]').count();
    for (let nth = 0; nth < count; nth++) {
      if (await arrow.evaluate((element) => element === element.ownerDocument.activeElement)) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    const taken = page.getByRole('region', { name: 'Details of live.turn.running → live.turn.idle' });
    await taken.getByText(/Taken once, last by/).waitFor();
    await taken.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: `Why: event ${sequence}` }).waitFor();
  });

  it('stays where it is while states, headings and facts change', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const { page } = await browser.visit(context, daemon, { path: PATH });
    await page.locator('#state-live-turn-idle.active').waitFor();
    const places = async () => ({
      canvas: await page.getByRole('region', { name: /State machine: session/ }).boundingBox(),
      state: await page.locator('#state-live-turn-idle > .box').boundingBox(),
      viewBox: await page.locator('.greenroom-machine').getAttribute('viewBox'),
    });
    const before = await places();
    await daemon.say('one', 'permission');
    await status(page, 'Running · Waiting for you').waitFor();
    expect(await places()).toEqual(before);
    await daemon.say('one', 'background hold');
    await reply(daemon, 1);
    await reply(daemon, 2);
    await status(page, 'Idle · Sub-agents working').waitFor();
    await page.getByRole('list', { name: 'Sub-agents' }).getByText('Hold the line').waitFor();
    expect(await places()).toEqual(before);
  });

  it('follows what is active, until the user moves it', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const viewport = { width: 1024, height: 620 };
    const { page } = await browser.visit(context, daemon, { path: PATH, viewport });
    await page.locator('#state-live-turn-idle.active').waitFor();
    const isSeen = (id: string) =>
      page.locator(`#${id} > .box`).evaluate((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        const pane = box.closest('section')!.getBoundingClientRect();
        return top >= pane.top && bottom <= pane.bottom;
      });
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await page.locator('#state-ended.active').waitFor();
    await expect.poll(() => isSeen('state-ended'), pollOptions).toBe(true);

    await page.goto(`${daemon.url}/ui/${PATH}&at=1`);
    await expect.poll(() => isSeen('state-live-turn-idle'), pollOptions).toBe(true);
    const follow = page.getByRole('button', { name: 'Fit, and follow what is active' });
    expect(await follow.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('region', { name: /State machine: session/ }).focus();
    await page.keyboard.press('ArrowUp');
    expect(await follow.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Back to now' }).last().click();
    await page.locator('#state-ended.active').waitFor();
    expect(await isSeen('state-ended')).toBe(false);
    await follow.click();
    await expect.poll(() => isSeen('state-ended'), pollOptions).toBe(true);
  });

  it('is zoomed and panned by keys, buttons and the wheel', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const { page } = await browser.visit(context, daemon, { path: PATH, reducedMotion: 'reduce' });
    const canvas = page.getByRole('region', { name: /State machine: session/ });
    const box = async () => (await canvas.locator('svg').getAttribute('viewBox'))!.split(' ').map(Number);
    await canvas.focus();
    const whole = await box();
    await page.keyboard.press('+');
    const near = await box();
    expect(near[2]).toBeLessThan(whole[2]!);
    await page.keyboard.press('ArrowRight');
    expect((await box())[0]).toBeGreaterThan(near[0]!);
    await page.keyboard.press('0');
    expect(await box()).toEqual(whole);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect((await box())[2]).toBeLessThan(whole[2]!);
    await page.getByRole('button', { name: 'Fit, and follow what is active' }).click();
    await canvas.hover();
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(
      `Number(document.querySelector('.greenroom-machine').getAttribute('viewBox').split(' ')[2]) < ${whole[2]}`,
    );
  });

  it('is exported as SVG and Mermaid, with its highlights', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'tool');
    const { page } = await browser.visit(context, daemon, { path: PATH });
    await page.locator('#state-live-turn-idle.active').waitFor();
    await page.getByText('Export', { exact: true }).click();
    const svg = await downloaded(page, () => page.getByRole('button', { name: 'Download SVG' }).click());
    expect(svg.name).toBe('session.svg');
    expect(xmlProblem(svg.text)).toBeNull();
    expect(svg.text).toMatch(/id="state-live-turn-idle" class="[^"]* active"/);
    const mermaid = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download Mermaid' }).click(),
    );
    expect(mermaid.name).toBe('session.mmd');
    expect(mermaid.text).toMatch(/^stateDiagram-v2\n/);
    expect(mermaid.text).toMatch(
      /class live_turn_idle,live_requests_none,live_threads_none,live_items_none active/,
    );
  });
});

describe.each([
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const)('on a page of %i × %i pixels', (width, height) => {
  it('no text of a machine is smaller than 11 pixels, and active states are told by more than colour', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    const { page } = await browser.visit(context, daemon, { path: PATH, viewport: { width, height } });
    for (const [name, active] of [
      ['Session', '#state-live-requests-waiting'],
      ['Items', '#state-settled'],
      ['Requests', '#state-pending'],
      ['Sub-agents', null],
      ['Agent', '#state-process-ready'],
    ] as const) {
      await page.getByRole('radio', { name, exact: true }).check({ force: true });
      await page.locator(active === null ? '#state-resting' : `${active}.active`).waitFor();
      const sizes = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.greenroom-machine text')]
          .map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)`,
      );
      expect(sizes.length).toBeGreaterThan(4);
      expect([name, Math.min(...sizes) >= 10.99]).toEqual([name, true]);
      const drawing = await page.locator('.greenroom-machine').evaluate((svg) => {
        const { left, right } = svg.parentElement!.getBoundingClientRect();
        return [...svg.querySelectorAll('text')].every((text) => {
          const box = text.getBoundingClientRect();
          return box.left >= left && box.right <= right;
        });
      });
      expect([name, drawing]).toEqual([name, true]);
      if (active === null) continue;
      for (const sign of ['halo', 'mark'])
        expect(await page.locator(`${active} > .${sign}`).isVisible()).toBe(true);
    }
  });
});
