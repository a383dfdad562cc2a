import { describe, expect, it, type TestContext } from 'vitest';
import type { SessionInfo } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';
import { error, message, notice, plan, tool, turn } from './stored-events.js';
import { type StoredEvent, writeSessions } from './write-sessions.js';

const browser = withBrowser();

interface Options {
  info?: Partial<SessionInfo>;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

/** The page of a session with the given events. */
async function shown(context: TestContext, events: StoredEvent[], options: Options = {}) {
  const { info = {}, ...page } = options;
  const dataFolder = await tempFolder();
  await writeSessions(dataFolder, [{ id: 'one', title: 'Stored', events, info }]);
  return SessionPage.open(context, browser, await testDaemon({ dataFolder }), page);
}

describe('a tool call', () => {
  it('has the verb of its kind and its title, whatever the tool is called', async (context) => {
    const chat = await shown(context, [
      ...tool('search', 'parseArguments in src', { needle: 'parseArguments' }),
      ...tool('execute', 'npm test', { run: 'npm test' }),
      ...tool('other', 'tracker: create issue', {}),
    ]);
    const heads = chat.messages.locator('[data-kind=tool_call] h2 button');
    await heads.nth(2).waitFor();
    expect(await heads.allInnerTexts()).toEqual([
      expect.stringMatching(/^Search\s+parseArguments in src\s+tool\.search/),
      expect.stringMatching(/^Run\s+npm test\s+tool\.execute/),
      expect.stringMatching(/^Use\s+tracker: create issue\s+tool\.other/),
    ]);
    // A command is expanded; its title replaces its arguments.
    const card = chat.tool('npm test');
    await card.getByText('No output').waitFor();
    expect(await card.getByRole('region', { name: 'Arguments' }).isVisible()).toBe(false);
    expectNoErrors(chat.visit);
  });

  it('shows the lines of a long command', async (context) => {
    const script = 'set -e\necho one\necho two';
    const chat = await shown(context, tool('execute', 'set -e', { script }));
    const input = chat.tool('set -e').getByRole('region', { name: 'Arguments' });
    expect(await input.innerText()).toContain(script);
  });
});

const DIFF =
  '--- a/src/parser.ts\n+++ b/src/parser.ts\n@@ -1,2 +1 @@\n-let a = 1;\n-let b = 1;\n+let b = 2;\n';

const step = (content: string, status: 'pending' | 'in_progress' | 'completed') => ({ content, status });

describe('a plan', () => {
  const events = [
    ...plan(step('Read the code', 'in_progress'), step('Write the fix', 'pending')),
    ...plan(step('Read the code', 'completed'), step('Write the fix', 'in_progress')),
    ...message('assistant', 'Nearly there'),
    ...plan(step('Read the code', 'completed'), step('Write the fix', 'in_progress'), {
      content: 'Run the tests',
      status: 'pending',
      priority: 'high',
    }),
  ];

  const pinned = (chat: SessionPage) => chat.page.getByRole('region', { name: 'Plan', exact: true });

  it('is above the composer with the states of its entries, and one line where it changed', async (context) => {
    const chat = await shown(context, events);
    await pinned(chat).getByRole('listitem').first().waitFor();
    expect(await pinned(chat).getByRole('listitem').allTextContents()).toEqual([
      'Done:Read the code',
      'In progress:Write the fix',
      'To do:Run the testshigh',
    ]);
    const plans = chat.messages.locator('[data-kind=plan]');
    await plans.nth(2).waitFor();
    expect(await plans.getByRole('listitem').count()).toBe(0);
    expect(await plans.nth(2).getByRole('button').innerText()).toMatch(
      /^Plan\s+1 of 3 done\s+Write the fix$/,
    );
    await plans.nth(0).getByRole('button').click();
    await plans.nth(0).getByText('Write the fix').waitFor();
    expectNoErrors(chat.visit);
  });

  it('folds to its current step', async (context) => {
    const chat = await shown(context, events);
    const head = pinned(chat).getByRole('button');
    await head.click();
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    expect(await head.innerText()).toMatch(/^Plan\s+1 of 3 done\s+Write the fix$/);
    expect(await pinned(chat).getByRole('listitem').count()).toBe(0);
  });

  it('is folded on a phone', async (context) => {
    const chat = await shown(context, events, { viewport: { width: 360, height: 740 } });
    expect(await pinned(chat).getByRole('button').getAttribute('aria-expanded')).toBe('false');
  });

  it('is the latest one as of the selected event', async (context) => {
    const chat = await shown(context, events);
    await chat.page.goto(`${chat.daemon.url}/ui/#/s/one?view=timeline&at=5`);
    await chat.page.getByText('Viewing event 5').waitFor();
    await pinned(chat).getByText('1 of 2 done').waitFor();
    await chat.messages.locator('[data-kind=plan]').nth(1).waitFor();
    expect(await chat.messages.locator('[data-kind=plan]').count()).toBe(2);
  });

  it('leaves with its last step', async (context) => {
    const done = plan(step('Read the code', 'completed'), step('Write the fix', 'completed'));
    const chat = await shown(context, [...events, ...done]);
    await chat.messages.locator('[data-kind=plan]', { hasText: '2 of 2 done' }).waitFor();
    expect(await pinned(chat).count()).toBe(0);
  });
});

describe('reads and searches', () => {
  const read = (path: string) => tool('read', path, { path });
  const failed = tool('read', 'gone.ts', {}).map((event) =>
    event.type === 'item.completed'
      ? { ...event, data: { item: { ...event.data.item, status: 'failed' as const } } }
      : event,
  );

  it('that follow each other are one line, which unfolds', async (context) => {
    const chat = await shown(context, [
      ...message('assistant', 'I look around'),
      ...read('src/a.ts'),
      ...tool('search', 'TODO in src', {}),
      ...read('src/b.ts'),
      ...read('src/a.ts'),
      ...failed,
      ...tool('execute', 'npm test', {}),
      ...read('src/c.ts'),
    ]);
    const group = chat.messages.locator('[data-kind=explored] button');
    await group.waitFor();
    expect(await group.innerText()).toMatch(/^Explored\s+3 files, 1 search\s+1 failed$/);
    expect(await chat.tool('src/a.ts').count()).toBe(0);
    // A single one, after something else, is not a group.
    await chat.tool('src/c.ts').waitFor();
    await group.click();
    await chat.tool('TODO in src').waitFor();
    expect(await chat.tool('src/a.ts').count()).toBe(2);
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    expectNoErrors(chat.visit);
  });

  it('that are under way are named', async (context) => {
    const chat = await shown(context, [
      { type: 'turn.started', data: { phase: 'started', turn_id: 'turn_1', metadata: {} } },
      ...read('src/a.ts'),
      ...read('src/b.ts').slice(0, 2),
    ]);
    const group = chat.messages.locator('[data-kind=explored] button');
    await chat.page.getByRole('button', { name: /^Exploring/ }).waitFor();
    expect(await group.innerText()).toMatch(/^Exploring\s+2 files\s+Read src\/b.ts$/);
  });
});

const notices = [
  ...notice('compaction', 'Compacted', { trigger: 'auto', before_tokens: 150_000, after_tokens: 20_000 }),
  ...notice('rate_limit', 'The limit is reached', { reached: true, resets_at: '2026-01-01T17:00:00Z' }),
  ...notice('mcp', 'tracker: connection refused', { server: 'tracker', error: 'connection refused' }),
  ...notice('title', 'Fix the parser'),
  ...notice('model', 'small-4', { model: 'small-4' }),
  ...notice('settings', 'model: large-1', {
    model: 'large-1',
    variant: null,
    permission_mode: 'acceptEdits',
    commands: Array.from({ length: 12 }, (_, at) => ({ name: `c${at}` })),
  }),
  ...notice('settings', 'the agent has started', { agent: 'mock', version: '1.2', model: 'large-1' }),
  ...notice('trust', 'hooks of this folder are off'),
  ...notice('version', 'version 9.9 is untested; tested: 1.0', { version: '9.9', tested: ['1.0'] }),
  ...notice('Indexing', '2 files'),
];

it('notices are one line each, in words', async (context) => {
  const chat = await shown(context, notices);
  const lines = chat.messages.locator('[data-kind=status]');
  await lines.nth(9).waitFor();
  expect(await lines.allInnerTexts()).toEqual([
    'Conversation compacted from 150,000 to 20,000 tokens, automatically',
    'Rate limit reached resets on Jan 1, 05:00 PM',
    'MCP server tracker connection refused',
    'Title “Fix the parser”',
    'Model small-4',
    'Settings model large-1 · effort by default · permissions: accept edits · 12 commands',
    'Agent started version 1.2 · model large-1',
    'Trust hooks of this folder are off',
    'Untested version 9.9 tested with 1.0',
    'Indexing 2 files',
  ]);
  expectNoErrors(chat.visit);
});

const errors = [
  ...error('The model is overloaded', { retryable: true, category: 'overloaded', status: 529 }),
  ...error('The key was revoked', { retryable: false, category: 'auth', status: 401, native: { a: 1 } }),
  ...error('From an earlier version', {}, 'old_code'),
];

it('errors tell a retry from a failure, with the cause', async (context) => {
  const chat = await shown(context, errors);
  const all = chat.messages.locator('article[data-type=error]');
  await all.nth(2).waitFor();
  expect(await all.locator('h2').allInnerTexts()).toEqual([
    'Retrying Overloaded 529',
    'Error Authentication 401',
    'Error',
  ]);
  expect(await all.first().getAttribute('data-retried')).toBe('true');
  expect(await all.getByText('Details').count()).toBe(1);
  // A retry needs no advice, and nobody has any without a category.
  expect(await all.nth(1).locator('p').allInnerTexts()).toEqual([
    'The key was revoked',
    "Check the agent's credentials on the daemon's machine, or sign in there with its own program.",
  ]);
  expect(await all.nth(0).locator('p').count()).toBe(1);
});

const usage = { input_tokens: 145_012, cached_tokens: 145_000, output_tokens: 300, total_tokens: 145_312 };
const context_ = { used_tokens: 150_000, window_tokens: 200_000 };
const spent = { model: 'large-1', usage, context: context_, cost_usd: 0.42 };

describe('what a session spends', () => {
  const info = { model: 'large-1', usage, context: context_, costUsd: 0.42 };

  it('is shown at the end of a turn and in the header', async (context) => {
    const chat = await shown(context, turn(spent, message('assistant', 'Hi')), { info });
    const end = await chat.turnEnds();
    expect(await end.innerText()).toMatch(
      /^Completed\s+large-1\s+145,012 in \(145,000 cached\), 300 out tokens\s+context 150,000 of 200,000\s+\$0\.42/,
    );
    const header = chat.page.getByRole('main').locator('header');
    expect(await header.innerText()).toMatch(/mock · large-1/);
    expect(await header.innerText()).toMatch(
      /context 150,000 of 200,000 \(75%\)\s+145,012 in \(145,000 cached\), 300 out tokens · \$0\.42/,
    );
  });

  it('includes a model that the agent does not list, which its chip shows', async (context) => {
    const chat = await shown(context, message('assistant', 'Hi'), { info });
    await chat.input.focus();
    const model = chat.page.getByLabel('Model');
    await model.locator('option[value=mock-1]').waitFor({ state: 'attached' });
    expect(await model.inputValue()).toBe('large-1');
    expect(await model.locator('option:checked').innerText()).toBe('large-1');
  });
});

describe.each(['light', 'dark'] as const)('with the %s theme', (colorScheme) => {
  const everything = turn(
    spent,
    message('user', 'Fix the parser'),
    tool(
      'edit',
      'src/parser.ts',
      { text: 'x' },
      { type: 'file_ref', path: 'src/parser.ts', action: 'patch', diff: DIFF },
    ),
    plan(step('Read the code', 'completed'), step('Write the fix', 'pending')),
    plan(step('Read the code', 'completed'), step('Write the fix', 'in_progress'), step('Test', 'pending')),
    notices,
    errors,
  );
  const info = { model: 'large-1', usage, context: context_, costUsd: 0.42 };

  it.for([
    ['desktop', 1440, 3000],
    ['phone', 360, 4000],
  ] as const)('everything is accessible on a %s', async ([, width, height], context) => {
    const chat = await shown(context, everything, { info, colorScheme, viewport: { width, height } });
    await chat.turnEnds();
    expect(await axeFindings(chat.page, 'html')).toEqual([]);
    expect(await chat.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
