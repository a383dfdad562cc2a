import { describe, expect, test } from 'vitest';
import { dropped, optOut } from '../../../src/agents/codex/dropped.js';
import { translator } from '../../../src/agents/codex/translate.js';
import { violations } from '../../support/invariants.js';
import { turn } from './fake-process.js';
import { answer, begunSession, drafts, ended, item, note, stream } from './native-messages.js';
import type { Message } from './recording.js';

describe('an unparsed message', () => {
  test.each([
    ['no JSON', 'nonsense', 'not JSON'],
    ['no object', '7', 'not a JSON object'],
    ['an unknown notification', '{"method":"item/new"}', 'unknown message "item/new"'],
    ['an unknown request', '{"method":"item/new","id":0}', 'unknown message "item/new"'],
    ['a method that is no string', '{"method":7}', 'a message without a name'],
    [
      'a request without an id',
      '{"method":"item/tool/requestUserInput","params":{}}',
      'malformed item/tool/requestUserInput',
    ],
    ['an answer without a thread', '{"id":1,"result":{}}', 'malformed response'],
    ['an error', '{"id":"m1","error":{"code":1,"message":"no"}}', 'malformed response'],
    [
      'an unknown item',
      JSON.stringify(item('started', { type: 'poem', id: 'x' })),
      'unknown type of item "poem"',
    ],
    ['a malformed item', JSON.stringify(item('started', { type: 'plan', id: 7 })), 'malformed item/started'],
    ['a malformed one', '{"method":"turn/started","params":{}}', 'malformed turn/started'],
  ])('is reported: %s', (_, text, error) => {
    const [draft] = translator.translate(translator.initial(), { from: 'agent', text }).drafts;
    expect(draft).toMatchObject({
      type: 'agent.unparsed',
      location: 'codex',
      error: expect.stringContaining(error),
      raw_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test('known messages without use are dropped by name', () => {
    for (const method of dropped) expect(drafts({ method, params: {} })).toEqual([]);
    for (const method of optOut) expect(dropped).toContain(method);
  });
});

describe('reasoning', () => {
  const summary = (delta: string, summaryIndex: number) =>
    note('item/reasoning/summaryTextDelta', { itemId: 'r1', delta, summaryIndex });
  const done = (parts: string[], content: string[] = []) =>
    item('completed', { type: 'reasoning', id: 'r1', summary: parts, content });

  test('parts of a summary are streamed as paragraphs', () => {
    const events = stream(
      summary('One', 0),
      summary('.', 0),
      summary('Three', 2),
      done(['One.', '', 'Three']),
    );
    const text = events.flatMap((event) => (event.type === 'item.delta' ? [event.data.delta] : []));
    expect(text.slice(1)).toEqual(['One', '.', '\n\n\n\nThree']);
  });

  test('texts that were not streamed come at the end, and raw thoughts are private', () => {
    expect(drafts(answer, done(['a', 'b'], ['raw'])).slice(1)).toMatchObject([
      { item: { content: [{ type: 'reasoning', text: 'a\n\nb', visibility: 'public' }] } },
      { item: { content: [{ type: 'reasoning', text: 'raw', visibility: 'private' }] } },
    ]);
  });

  test('a thought without text is left out', () => {
    expect(
      drafts(item('started', { type: 'reasoning', id: 'r1', summary: [], content: [] }), done([])),
    ).toEqual([]);
  });
});

describe('errors', () => {
  const error = {
    message: 'Boom',
    codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 503 } },
    additionalDetails: null,
  };

  test('an error that the end of its turn repeats is reported once', () => {
    const failed = ended('n1', { status: 'failed', error });
    const final = note('error', { error, willRetry: false });
    expect(drafts(answer, final, failed).map(({ type }) => type)).toEqual([
      'session.started',
      'error',
      'turn.ended',
    ]);
    expect(drafts(answer, failed).slice(1)).toMatchObject([
      {
        type: 'error',
        code: 'httpConnectionFailed',
        details: { retryable: false, category: 'overloaded', status: 503 },
      },
      { type: 'turn.ended', outcome: 'error' },
    ]);
    const next = ended('n2', { status: 'failed', error });
    expect(drafts(answer, final, failed, next).filter(({ type }) => type === 'error')).toHaveLength(2);
  });

  test('an error that is retried fails the open message', () => {
    const events = stream(
      item('started', { type: 'agentMessage', id: 'm1', text: '' }),
      note('item/agentMessage/delta', { itemId: 'm1', delta: 'Half' }),
      note('error', { error, willRetry: true }),
      item('completed', { type: 'agentMessage', id: 'm2', text: 'Whole' }),
      ended('n1'),
    );
    const messages = events.flatMap((event) =>
      event.type === 'item.completed' && event.data.item.role === 'assistant'
        ? [[event.data.item.status, event.data.item.content]]
        : [],
    );
    expect(messages).toEqual([
      ['failed', [{ type: 'text', text: 'Half' }]],
      ['completed', [{ type: 'text', text: 'Whole' }]],
    ]);
    expect(events.find(({ type }) => type === 'error')).toMatchObject({
      data: { details: { retryable: true } },
    });
  });

  test('a violation of a policy is a refusal', () => {
    const policy = { message: 'No', codexErrorInfo: 'cyberPolicy', additionalDetails: null };
    expect(drafts(answer, ended('n1', { status: 'failed', error: policy })).at(-1)).toMatchObject({
      outcome: 'refused',
    });
  });

  test('a refused turn ends with an error of the daemon, without a native payload', () => {
    const session = begunSession();
    session.notice({ type: 'turnRefused', code: -32600, message: 'no such model' });
    const { events } = session.rig;
    expect(violations(events)).toEqual([]);
    expect(events.find(({ type }) => type === 'error')).toMatchObject({
      source: 'daemon',
      raw: null,
      data: {
        message: 'no such model',
        code: 'turn_refused',
        details: { retryable: false, category: 'agent', native: { rpc_code: -32600 } },
      },
    });
    expect(events.at(-1)).toMatchObject({
      type: 'turn.ended',
      source: 'daemon',
      raw: null,
      data: { metadata: { outcome: 'error' } },
    });
  });
});

describe('usage', () => {
  const tokens = (n: number) => ({
    totalTokens: 99999,
    inputTokens: 10 * n,
    cachedInputTokens: 5 * n,
    cacheWriteInputTokens: 0,
    outputTokens: n,
    reasoningOutputTokens: 0,
  });
  const spent = (total: number, last: number, where: object = {}) =>
    note('thread/tokenUsage/updated', {
      tokenUsage: { total: tokens(total), last: tokens(last), modelContextWindow: null },
      ...where,
    });
  const began = (id: string, threadId = 't1'): Message => ({
    method: 'turn/started',
    params: { threadId, turn: turn(id) },
  });
  const bills = (...messages: Message[]) =>
    drafts(answer, ...messages).flatMap((draft) =>
      draft.type === 'turn.ended' ? [draft.metadata?.usage] : [],
    );
  const bill = (n: number) => ({
    input_tokens: 10 * n,
    cached_tokens: 5 * n,
    cache_write_tokens: 0,
    output_tokens: n,
    reasoning_tokens: 0,
  });

  test('is the growth of the sums in a turn, however often they are repeated', () => {
    const two = [began('n2'), spent(4, 1, { turnId: 'n2' }), ended('n2')];
    expect(bills(began('n1'), spent(1, 1), spent(3, 2), spent(3, 7), ended('n1'), ...two)).toEqual([
      bill(3),
      bill(1),
    ]);
  });

  test('of a resumed thread does not count earlier turns', () => {
    const before = spent(8, 2, { turnId: 'n0' });
    expect(bills(before, began('n1'), spent(9, 1), ended('n1'))).toEqual([bill(1)]);
    expect(bills(began('n1'), spent(9, 1), ended('n1'))).toEqual([bill(1)]);
  });

  test('does not count what another program spent while the thread was not loaded', () => {
    const first = [began('n1'), spent(1, 1), ended('n1')];
    const others = spent(5, 4, { turnId: 'other' });
    const next = [began('n2'), spent(7, 2, { turnId: 'n2' }), ended('n2')];
    expect(bills(...first, answer, others, ...next)).toEqual([bill(1), bill(2)]);
    expect(bills(...first, answer, ...next)).toEqual([bill(1), bill(2)]);
  });

  test('counts sub-agents, and is left out where it is unknown', () => {
    const child = spent(2, 2, { threadId: 'child', turnId: 'c1' });
    expect(bills(began('n1'), spent(1, 1), child, ended('n1'), began('n2'), ended('n2'))).toEqual([
      bill(3),
      undefined,
    ]);
  });
});

test('the same native id in another turn is another item', () => {
  const say = (turnId: string) =>
    item('completed', { type: 'agentMessage', id: 'm1', text: turnId }, { turnId });
  const events = stream(say('n1'), ended('n1'), say('n2'));
  expect(
    events.filter((event) => event.type === 'item.completed' && event.data.item.role === 'assistant'),
  ).toHaveLength(2);
});

test.each([
  ['warning', { message: 'Careful' }, 'Careful'],
  ['guardianWarning', { message: 'Careful' }, 'Careful'],
  ['configWarning', { summary: 'Odd', details: 'at line 1' }, 'Odd\nat line 1'],
  ['deprecationNotice', { summary: 'Old', details: null }, 'Old'],
])('%s is a system item', (method, params, text) => {
  expect(drafts(note(method, params))).toMatchObject([
    { type: 'item.completed', item: { kind: 'system', role: 'system', content: [{ type: 'text', text }] } },
  ]);
});

test('a closed thread ends its session, unless it is a sub-agent’s', () => {
  expect(drafts(answer, note('thread/archived', { threadId: 'child' })).slice(1)).toEqual([]);
  expect(drafts(answer, note('thread/deleted', {})).at(-1)).toEqual({
    type: 'session.ended',
    reason: 'completed',
  });
});

test('a review is one turn that begins with its announcement', () => {
  const review = { type: 'enteredReviewMode', id: 'r1', review: 'Look' };
  const inner = { ...turn('n2'), rootTurnId: 'n1' };
  const made = drafts(
    answer,
    item('started', review),
    item('completed', review),
    { method: 'turn/started', params: { threadId: 't1', turn: inner } },
    ended('n1'),
  );
  expect(made.map(({ type }) => type)).toEqual([
    'session.started',
    'turn.started',
    'item.started',
    'item.completed',
    'turn.ended',
  ]);
});

test('a message that is cut off before its first word leaves nothing', () => {
  const events = stream(item('started', { type: 'agentMessage', id: 'm1', text: '' }), ended('n1'));
  expect(events.filter((event) => event.type === 'item.started').map(({ data }) => data.item.role)).toEqual([
    'user',
  ]);
});
