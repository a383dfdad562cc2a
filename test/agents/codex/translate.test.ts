import { describe, expect, test } from 'vitest';
import { dropped, optOut } from '../../../src/agents/codex/dropped.js';
import type { CodexState } from '../../../src/agents/codex/state.js';
import { translator } from '../../../src/agents/codex/translate.js';
import type { Draft } from '../../../src/schema/index.js';
import { violations } from '../../support/invariants.js';
import { thread, turn } from './fake-process.js';
import type { Message } from './recording.js';
import { ReplayedSession } from './replay.js';

function run(messages: (Message & { emittedAtMs?: number })[], from?: CodexState) {
  let state = from ?? translator.initial();
  const drafts: Draft[] = [];
  for (const message of messages) {
    const step = translator.translate(state, { from: 'agent', text: JSON.stringify(message) });
    state = step.state;
    drafts.push(...step.drafts);
  }
  return { state, drafts };
}

const drafts = (...messages: Message[]) => run(messages).drafts;

const answer: Message = { id: 2, result: thread('t1') };
/** The fields of items that are null, or empty, unless a test says otherwise. */
const blank: Record<string, object> = {
  commandExecution: { commandActions: [], aggregatedOutput: null, exitCode: null, durationMs: null },
  mcpToolCall: { arguments: {}, result: null, error: null },
  dynamicToolCall: { namespace: null, arguments: {}, contentItems: null, success: null },
  collabAgentToolCall: { prompt: null, model: null, reasoningEffort: null, agentsStates: {} },
};
const item = (
  phase: 'started' | 'completed',
  given: { type: string; [field: string]: unknown },
  where: object = {},
): Message => ({
  method: `item/${phase}`,
  params: { threadId: 't1', turnId: 'n1', item: { ...blank[given.type], ...given }, ...where },
});
const note = (method: string, params: object): Message => ({
  method,
  params: { threadId: 't1', turnId: 'n1', ...params },
});
const ended = (id: string, more: object = {}): Message => ({
  method: 'turn/completed',
  params: { threadId: 't1', turn: { ...turn(id, 'completed'), ...more } },
});

/** A session in its first turn. */
function begunSession(): ReplayedSession {
  const session = new ReplayedSession('t1');
  session.feed(JSON.stringify(answer));
  session.rig.send({ type: 'agent.ready', nativeSessionId: 't1', metadata: {} });
  session.rig.message('go');
  return session;
}

/** The events of a session whose agent sends these. */
function stream(...messages: Message[]) {
  const session = begunSession();
  for (const message of messages) session.feed(JSON.stringify(message));
  expect(violations(session.rig.events)).toEqual([]);
  return session.rig.events;
}

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
      { type: 'error', code: 'httpConnectionFailed', details: { retryable: false, http_status: 503 } },
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
        details: { retryable: false, rpc_code: -32600 },
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
    note('thread/tokenUsage/updated', { tokenUsage: { total: tokens(total), last: tokens(last) }, ...where });
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
    cached_input_tokens: 5 * n,
    cache_write_input_tokens: 0,
    output_tokens: n,
    reasoning_output_tokens: 0,
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

  test('counts sub-agents, and is left out where it is unknown', () => {
    const child = spent(2, 2, { threadId: 'child', turnId: 'c1' });
    expect(bills(began('n1'), spent(1, 1), child, ended('n1'), began('n2'), ended('n2'))).toEqual([
      bill(3),
      undefined,
    ]);
  });
});

describe('sub-agents', () => {
  const spawn = (phase: 'started' | 'completed', receiverThreadIds: string[]) =>
    item(phase, {
      type: 'collabAgentToolCall',
      id: 'call_1',
      tool: 'spawnAgent',
      status: phase === 'started' ? 'inProgress' : 'completed',
      receiverThreadIds,
      prompt: 'Say hello',
      model: 'gpt-5.5',
      agentsStates: Object.fromEntries(
        receiverThreadIds.map((id) => [id, { status: 'pendingInit', message: null }]),
      ),
    });
  const child = { threadId: 'child', turnId: 'c1' };
  const shell = {
    type: 'commandExecution',
    id: 'call_1',
    command: 'ls',
    cwd: '/',
    status: 'completed',
    exitCode: 0,
  };

  test('their items have the call that started them as parent, and their turns are not the session’s', () => {
    const events = stream(
      spawn('started', []),
      spawn('completed', ['child']),
      { method: 'turn/started', params: { threadId: 'child', turn: turn('c1') } },
      item(
        'completed',
        { type: 'userMessage', id: 'u1', content: [{ type: 'text', text: 'Say hello' }] },
        child,
      ),
      item('started', shell, child),
      item('completed', shell, child),
      item('completed', { type: 'agentMessage', id: 'm1', text: 'Hello' }, child),
      { method: 'turn/completed', params: { threadId: 'child', turn: turn('c1', 'completed') } },
      item('completed', { type: 'agentMessage', id: 'm2', text: 'Done' }),
      ended('n1'),
    );
    const items = events.flatMap((event) => (event.type === 'item.completed' ? [event.data.item] : []));
    const call = items.find(({ kind }) => kind === 'tool_call')!;
    expect(call.content).toMatchObject([{ name: 'spawn_agent' }]);
    const own = items.filter(({ parent_id }) => parent_id === call.item_id);
    expect(own.map(({ kind, role }) => `${kind}/${role}`)).toEqual([
      'message/user',
      'tool_call/assistant',
      'tool_result/tool',
      'message/assistant',
    ]);
    expect(own[2]!.content[0]).toMatchObject({ call_id: 'child/call_1' });
    expect(events.filter(({ type }) => type === 'turn.ended')).toHaveLength(1);
    expect(items.at(-1)).toMatchObject({ parent_id: null, content: [{ text: 'Done' }] });
  });

  test('items of an unknown sub-agent have a parent too', () => {
    expect(drafts(answer, item('started', shell, child)).at(-1)).toMatchObject({
      item: { parent: 'agent:child' },
    });
  });

  test('an error names its sub-agent', () => {
    const error = {
      error: { message: 'Boom', codexErrorInfo: null, additionalDetails: null },
      willRetry: false,
      ...child,
    };
    expect(drafts(answer, note('error', error)).at(-1)).toMatchObject({ details: { sub_agent: 'child' } });
  });

  test('an activity item announces them as well', () => {
    const activity = {
      type: 'subAgentActivity',
      id: 'a1',
      kind: 'started',
      agentThreadId: 'child',
      agentPath: '/helper',
    };
    const { state, drafts: made } = run([answer, item('completed', activity)]);
    expect(state.children).toEqual({ child: 'n1/a1' });
    expect(made.at(-1)).toMatchObject({ item: { kind: 'status', content: [{ detail: '/helper started' }] } });
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

test('a command that outlives its turn still gets its result', () => {
  const command = { type: 'commandExecution', id: 'c1', command: 'sleep 1', cwd: '/', status: 'inProgress' };
  const events = stream(
    item('started', command),
    ended('n1', { status: 'interrupted' }),
    note('item/commandExecution/outputDelta', { itemId: 'c1', delta: 'late' }),
    item('completed', { ...command, status: 'failed', aggregatedOutput: 'late', exitCode: -1 }),
  );
  expect(events.at(-1)).toMatchObject({
    type: 'item.completed',
    data: {
      item: {
        kind: 'tool_result',
        status: 'failed',
        content: [{ output: 'late' }, { json: { exit_code: -1 } }],
      },
    },
  });
});

test.each([
  ['warning', { message: 'Careful' }, 'Careful'],
  ['guardianWarning', { message: 'Careful' }, 'Careful'],
  ['configWarning', { summary: 'Odd', details: 'at line 1' }, 'Odd\nat line 1'],
  ['deprecationNotice', { summary: 'Old', details: null }, 'Old'],
  ['model/rerouted', { fromModel: 'a', toModel: 'b' }, 'The model was changed from a to b'],
  [
    'mcpServer/startupStatus/updated',
    { name: 'bad', status: 'failed', error: 'No such file' },
    'No such file',
  ],
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
