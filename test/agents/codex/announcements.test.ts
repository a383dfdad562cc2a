import { describe, expect, test } from 'vitest';
import type { CodexNotice } from '../../../src/agents/codex/notices.js';
import { translator } from '../../../src/agents/codex/translate.js';
import type { Draft } from '../../../src/schema/index.js';
import { thread, turn } from './fake-process.js';
import { answer, drafts, ended, item, note } from './native-messages.js';
import type { Message } from './recording.js';

type Input = Message | CodexNotice;

/** The labels, details and fields of notices. */
function notices(...inputs: Input[]): unknown[] {
  let state = translator.initial(['/workspace/demo']);
  const made: Draft[] = [];
  for (const input of [answer, ...inputs]) {
    const step = translator.translate(
      state,
      'type' in input
        ? { from: 'connection', notice: input }
        : { from: 'agent', text: JSON.stringify(input) },
    );
    state = step.state;
    made.push(...step.drafts);
  }
  return made.flatMap((draft) => {
    if (draft.type !== 'item.completed' || draft.item.kind !== 'status') return [];
    const [status, fields] = draft.item.content!;
    if (status?.type !== 'status') return [];
    return [[status.label, status.detail, fields?.type === 'json' ? fields.json : null]];
  });
}

const began = (id: string): Message => ({
  method: 'turn/started',
  params: { threadId: 't1', turn: turn(id) },
});

describe('a plan', () => {
  const update = (statuses: string[], more: object = {}) =>
    note('turn/plan/updated', {
      explanation: null,
      plan: statuses.map((status, i) => ({ step: `step ${i}`, status })),
      ...more,
    });
  const entries = (...statuses: string[]) => ({
    entries: statuses.map((status, i) => ({ content: `step ${i}`, status })),
  });

  test('is announced as a whole, with each change', () => {
    expect(
      notices(
        update(['inProgress', 'pending'], { explanation: 'Beginning' }),
        update(['inProgress', 'pending'], { explanation: 'Still at it' }),
        update(['completed', 'new']),
      ),
    ).toEqual([
      ['plan', 'Beginning', entries('in_progress', 'pending')],
      ['plan', '1 of 2 done', entries('completed', 'pending')],
    ]);
  });

  test('that is proposed as a text has the numbered steps of the text', () => {
    const plan = (text: string) => item('completed', { type: 'plan', id: 'p1', text });
    expect(notices(plan('# Plan\n\n1. Read\n   - a detail\n2) **Write**\n'))).toEqual([
      [
        'plan',
        '0 of 2 done',
        {
          entries: [
            { content: 'Read', status: 'pending' },
            { content: '**Write**', status: 'pending' },
          ],
        },
      ],
    ]);
    expect(notices(plan('Just do it.'))).toEqual([]);
  });
});

describe('a title', () => {
  const named = (threadName: string | undefined, threadId = 't1') =>
    note('thread/name/updated', { threadId, ...(threadName === undefined ? {} : { threadName }) });

  test('is announced when the session’s own thread gets another one', () => {
    expect(
      notices(named('One'), named('One'), named(undefined), named('Two'), named('Other', 'child')),
    ).toEqual([
      ['title', 'One', null],
      ['title', 'Two', null],
    ]);
  });

  test('of a resumed thread is announced with its start', () => {
    const opened = { ...thread('t1'), thread: { ...thread('t1').thread, name: 'Old' } };
    expect(notices({ id: 3, result: opened }, named('Old'))).toEqual([['title', 'Old', null]]);
  });
});

describe('the model', () => {
  const settings = (model: string, threadId = 't1') =>
    note('thread/settings/updated', { threadId, threadSettings: { model } });
  const models = (...messages: Message[]) =>
    drafts(answer, ...messages).flatMap((draft) =>
      draft.type === 'turn.started' || draft.type === 'turn.ended' ? [draft.metadata?.model] : [],
    );

  test('that Codex changes by itself is announced', () => {
    expect(notices(settings('gpt-6'), settings('gpt-6'), settings('gpt-7', 'child'))).toEqual([
      ['model', 'gpt-6', { model: 'gpt-6' }],
    ]);
  });

  test('that a client has chosen is not announced again', () => {
    expect(notices({ type: 'modelChosen', model: 'gpt-6' }, settings('gpt-6'), settings('gpt-5.5'))).toEqual([
      ['model', 'gpt-5.5', { model: 'gpt-5.5' }],
    ]);
  });

  test('that another client has chosen meanwhile is announced when the thread is loaded again', () => {
    const other = { id: 3, result: { ...thread('t1'), model: 'gpt-6' } };
    expect(notices(other)).toEqual([['model', 'gpt-6', { model: 'gpt-6' }]]);
  });

  test('is told with every turn', () => {
    expect(models(began('n1'), ended('n1'), settings('gpt-6'), began('n2'), ended('n2'))).toEqual([
      'gpt-5.5',
      'gpt-5.5',
      'gpt-6',
      'gpt-6',
    ]);
  });

  test('that answers instead is announced, and told for that turn only', () => {
    const rerouted = note('model/rerouted', { fromModel: 'gpt-5.5', toModel: 'safe' });
    expect(notices(began('n1'), rerouted)).toEqual([['model', 'safe', { model: 'safe' }]]);
    expect(models(began('n1'), rerouted, ended('n1'), began('n2'), ended('n2'))).toEqual([
      'gpt-5.5',
      'safe',
      'gpt-5.5',
      'gpt-5.5',
    ]);
  });
});

describe('an MCP server', () => {
  const status = (state: string, error: string | null = null, threadId = 't1') =>
    note('mcpServer/startupStatus/updated', { threadId, name: 'bad', status: state, error });
  const failure = 'MCP client for `bad` failed to start: No such file';

  test('that fails is announced once, whichever thread starts it', () => {
    expect(
      notices(status('starting'), status('failed', failure), status('failed', failure, 'child')),
    ).toEqual([['mcp', 'bad: No such file', { server: 'bad', error: 'No such file' }]]);
  });

  test('that fails again after it has worked is announced again', () => {
    expect(notices(status('failed', failure), status('ready'), status('failed', failure))).toHaveLength(2);
  });

  test('that fails without a reason has words all the same', () => {
    expect(notices(status('failed'))).toEqual([
      ['mcp', 'bad: Failed to start', { server: 'bad', error: 'Failed to start' }],
    ]);
  });
});

describe('a rate limit', () => {
  const used = (usedPercent: number, more: object = {}) =>
    note('account/rateLimits/updated', {
      rateLimits: {
        primary: { usedPercent, windowDurationMins: 300, resetsAt: 1900000000, ...more },
        secondary: null,
      },
    });
  const unknown = note('account/rateLimits/updated', { rateLimits: { primary: null, secondary: null } });

  test('is announced when it is near, and when it is reached', () => {
    expect(notices(used(43), used(90), unknown, used(95), used(100), used(100))).toEqual([
      [
        'rate_limit',
        '90% of the limit for 5 hours are used; it resets at 2030-03-17T17:46:40.000Z',
        { reached: false, used_percent: 90, window_minutes: 300, resets_at: '2030-03-17T17:46:40.000Z' },
      ],
      [
        'rate_limit',
        'The limit for 5 hours is reached; it resets at 2030-03-17T17:46:40.000Z',
        { reached: true, used_percent: 100, window_minutes: 300, resets_at: '2030-03-17T17:46:40.000Z' },
      ],
    ]);
  });

  test('is announced anew when it has been reset', () => {
    expect(notices(used(91), used(2), used(92), used(93, { resetsAt: 1900100000 }))).toHaveLength(3);
  });

  test('needs no span and no time', () => {
    expect(notices(used(100, { windowDurationMins: null, resetsAt: null }))).toEqual([
      ['rate_limit', 'The usage limit is reached', { reached: true, used_percent: 100 }],
    ]);
  });
});

describe('a compaction', () => {
  const usage = (used: number, threadId = 't1') => {
    const none = {
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningOutputTokens: 0,
    };
    return note('thread/tokenUsage/updated', {
      threadId,
      tokenUsage: {
        total: { totalTokens: 0, ...none },
        last: { totalTokens: used, ...none },
        modelContextWindow: 1000,
      },
    });
  };
  const compaction = (phase: 'started' | 'completed') => item(phase, { type: 'contextCompaction', id: 'x' });

  test('tells how much smaller the context is, and that nobody asked for it', () => {
    expect(
      notices(usage(900), compaction('started'), usage(70, 'child'), usage(80), compaction('completed')),
    ).toEqual([
      [
        'compaction',
        'The conversation was compacted from 900 to 80 tokens',
        { trigger: 'auto', before_tokens: 900, after_tokens: 80 },
      ],
    ]);
  });

  test('that a client asked for says so', () => {
    const both = [compaction('started'), compaction('completed')];
    expect(notices({ type: 'compactionAsked' }, ...both, ...both)).toEqual([
      ['compaction', 'The conversation was compacted', { trigger: 'manual' }],
      ['compaction', 'The conversation was compacted', { trigger: 'auto' }],
    ]);
  });

  test('is the context of the turn that ends', () => {
    const end = drafts(answer, began('n1'), usage(900), usage(80), ended('n1')).at(-1);
    expect(end).toMatchObject({ metadata: { context: { used_tokens: 80, window_tokens: 1000 } } });
  });
});

test.each([
  ['enteredReviewMode', 'Review started'],
  ['exitedReviewMode', 'Review finished'],
])('%s is progress', (type, label) => {
  expect(notices(item('completed', { type, id: 'r', review: 'Look' }))).toEqual([[label, 'Look', null]]);
});
