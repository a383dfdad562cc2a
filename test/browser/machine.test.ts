import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { xmlProblem } from '../diagrams/well-formed.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { nth, turn } from '../support/turns.js';
import { expectNoErrors, withBrowser } from './browser.js';

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
