import { describe, expect, it } from 'vitest';
import { axeFindings } from './axe.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { recordedSession } from './recorded-session.js';
import type { SessionPage } from './session-page.js';

/** Conversations that real agents had: the page needs to know none of them by name. */

const browser = withBrowser();

const pinned = (chat: SessionPage) => chat.page.getByRole('region', { name: 'Plan', exact: true });
const header = (chat: SessionPage) => chat.page.getByRole('main').locator('header');

const hasPlan = ({ type, data }: { type: string; data: unknown }) =>
  type === 'item.completed' && JSON.stringify(data).includes('"label":"plan"');

describe.each([
  ['claude', 'i17-subagent-todos'],
  ['claude', 'o2c-task-tools'],
  ['codex', 'g-plan-usage-limits'],
  ['opencode', 'j-todo'],
] as const)('the plan of %s in %s', (agent, name) => {
  it('is above the composer', async (context) => {
    const chat = await recordedSession(context, browser, agent, name, { until: hasPlan });
    await pinned(chat)
      .getByText(/\d of \d done/)
      .waitFor();
    expect(await pinned(chat).getByRole('listitem').count()).toBeGreaterThan(0);
    expectNoErrors(chat.visit);
  });
});

describe.each([
  ['claude', 'i8-subagents-several', 'claude-opus-5-5'],
  ['codex', 's-agents-several', 'gpt-5.5'],
  ['opencode', 'f6-several-subagents', 'fake/scripted'],
] as const)('the sub-agents of %s in %s', (agent, name, model) => {
  it('show that they run, and what they do', async (context) => {
    const isAtWork = ({ type, data }: { type: string; data: unknown }) => {
      const item = (data as { item?: { kind: string; thread_id: string | null } }).item;
      return type === 'item.started' && item?.kind === 'message' && item.thread_id !== null;
    };
    const chat = await recordedSession(context, browser, agent, name, { until: isAtWork });
    const running = chat.messages.locator('[data-thread=running]').first();
    await running.getByText('Running', { exact: true }).waitFor();
    expect(await running.innerText()).toMatch(/^(Hide|Show) sub-agent\s+Running\s+\S/);
    expectNoErrors(chat.visit);
  });

  it('are threads that fold', async (context) => {
    const chat = await recordedSession(context, browser, agent, name, {
      viewport: { width: 1440, height: 2400 },
    });
    const done = chat.messages.locator('[data-thread=completed]').first();
    await done.getByText('Done', { exact: true }).waitFor();
    const inside = chat.messages.locator('[data-depth="1"]');
    const before = await inside.count();
    await done.getByRole('button', { name: 'Hide sub-agent' }).click();
    await done.getByRole('button', { name: 'Show sub-agent' }).waitFor();
    await expect.poll(() => inside.count()).toBeLessThan(before);
    expectNoErrors(chat.visit);
  });

  it('have their share in what the header tells', async (context) => {
    const chat = await recordedSession(context, browser, agent, name);
    await header(chat).getByText(model).waitFor();
    expect(await header(chat).innerText()).toMatch(
      /context [\d,]+ of [\d,]+ \((< )?\d+%\)\s+[\d,]+ in( \([\d,]+ cached\))?, [\d,]+ out tokens/,
    );
    const end = chat.messages.locator('footer', { hasText: 'Completed' }).last();
    await end.waitFor();
    expect(await end.innerText()).toContain(model);
    expect(await axeFindings(chat.page, 'main')).toEqual([]);
  });
});
