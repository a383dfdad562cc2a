import fc from 'fast-check';
import type { SessionInputEvent } from '../../machines/index.js';
import type { Attachment, ContentPart, Draft, DraftItem, DraftOf } from '../../src/schema/index.js';
import { TRUST_FOLDER } from '../../src/schema/index.js';
import { fails, permission } from './drafts.js';

/** Few keys, so that drafts collide; two of them are inherited properties of every object. */
const key = fc.constantFrom('a', 'b', 'c', '7', '3', 'constructor', '__proto__');
const text = fc.constantFrom('', 'x', 'xy', 'xyz', 'other');
const callId = fc.constantFrom('call1', 'call2', '__proto__');

const thread = fc.constantFrom('t1', 't2', '__proto__');

const part: fc.Arbitrary<ContentPart> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({
    type: fc.constant('reasoning' as const),
    text,
    visibility: fc.constantFrom('public', 'private'),
  }),
  fc.record({
    type: fc.constant('tool_call' as const),
    name: fc.constant('t'),
    arguments: fc.constant('{}'),
    call_id: callId,
  }),
  fc.record({ type: fc.constant('tool_result' as const), call_id: callId, output: text }),
  fc.record({ type: fc.constant('image' as const), path: fc.constant('p.png') }),
);

const item: fc.Arbitrary<DraftItem> = fc.record(
  {
    key,
    native_item_id: fc.option(key),
    parent: fc.option(key),
    thread: fc.option(thread),
    continues: fc.option(key),
    kind: fc.constantFrom('message', 'tool_call', 'tool_result', 'system', 'status', 'unknown'),
    role: fc.constantFrom('user', 'assistant', 'tool', null),
    content: fc.array(part, { maxLength: 3 }),
    status: fc.constantFrom('completed', 'failed'),
  },
  { requiredKeys: ['key', 'kind'] },
);

const question = fc.record({
  header: fc.constant(''),
  prompt: fc.constant('?'),
  options: fc.constantFrom<{ label: string; description: string }[]>([{ label: 'yes', description: '' }]),
  multi_select: fc.boolean(),
});

const draft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('item.started' as const), item }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('item.completed' as const), item }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('item.delta' as const), key, delta: text }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('turn.ended' as const),
      outcome: fc.constantFrom('completed', 'interrupted', 'error', 'max_turns', 'refused'),
      metadata: fc.constantFrom<DraftOf<'turn.ended'>['metadata']>(
        {},
        { usage: { input_tokens: 2, output_tokens: 1 }, cost_usd: 0.5 },
        { model: 'm1', context: { used_tokens: 5, window_tokens: 10 } },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        type: fc.constant('thread.started' as const),
        thread,
        title: fc.constant('task'),
        call: fc.option(key),
        sharesCall: fc.boolean(),
        endsWithTurn: fc.boolean(),
      },
      { requiredKeys: ['type', 'thread', 'title'] },
    ),
  },
  fc.record({
    type: fc.constant('thread.ended' as const),
    thread,
    status: fc.constantFrom('completed', 'failed'),
  }),
  fc.constant<Draft>({ type: 'turn.started' }),
  fc.record({
    type: fc.constant('session.started' as const),
    native_session_id: fc.constantFrom('n1', 'n2'),
  }),
  fc.constant<Draft>(fails('e')),
  fc.constant<Draft>({ type: 'agent.unparsed', error: 'e', location: 'test' }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('permission.requested' as const),
      key,
      thread: fc.option(thread),
      action: fc.constantFrom('run', TRUST_FOLDER),
      metadata: fc.constant(permission),
    }),
  },
  fc.record({
    type: fc.constant('permission.resolved' as const),
    key,
    reply: fc.constantFrom('once', 'always', 'reject', 'cancelled'),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('question.requested' as const),
      key,
      thread: fc.option(thread),
      questions: fc.array(question, { minLength: 1, maxLength: 2 }),
    }),
  },
  fc.record({
    type: fc.constant('question.resolved' as const),
    key,
    answers: fc.constantFrom<string[][] | null>(null, [['yes']]),
  }),
);

type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;
type Input = Untimed<SessionInputEvent>;

const requestId = (prefix: string) => fc.integer({ min: 1, max: 6 }).map((n) => `${prefix}_u1_${n}`);

const draftInput: fc.Arbitrary<Input> = draft.map((made) => ({
  type: `draft.${made.type}` as const,
  draft: made,
  raw: JSON.stringify(made),
}));

const exit: fc.Arbitrary<Input> = fc
  .record({
    code: fc.constantFrom(0, 1, null),
    because: fc.constantFrom(
      undefined,
      'interrupt_ignored' as const,
      'daemon_stopping' as const,
      'reconfigured' as const,
      'yielded' as const,
    ),
  })
  .map(({ code, because }) => ({
    type: 'agent.exited' as const,
    exit: {
      code,
      signal: code === null ? 'SIGKILL' : null,
      stderr: { head: '', truncated: false, total_lines: 0 },
      ...(because ? { because } : {}),
    },
  }));

const messageId = fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5');
const attachments = fc.constantFrom<Attachment[]>(
  [],
  [{ path: 'a.png', mime: 'image/png' }, { path: 'b.txt' }],
);

const settings = { model: 'm2', variant: null, agentMode: 'build', permissionMode: 'default' } as const;

/** Any input in any order. Inputs that end the session are rare, so that something happens before them. */
export const sessionInput: fc.Arbitrary<Input> = fc.oneof(
  { weight: 30, arbitrary: draftInput },
  {
    weight: 5,
    arbitrary: fc
      .record({
        type: fc.constant('command.send' as const),
        messageId,
        message: fc.constantFrom('hello', 'xy'),
        attachments,
        whenBusy: fc.constantFrom('queue', 'steer', 'interrupt', 'reject'),
      })
      .map((sent) => ({ ...sent, fingerprint: sent.message })),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        type: fc.constant('command.queue.update' as const),
        messageId,
        revision: fc.constantFrom(null, 1, 2, 3),
        message: fc.constantFrom('hello', 'edited'),
        attachments,
        position: fc.nat({ max: 4 }),
        whenBusy: fc.constantFrom('steer', 'interrupt'),
      },
      { requiredKeys: ['type', 'messageId', 'revision'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('command.queue.remove' as const), messageId }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('command.interrupt' as const),
      threadId: fc.constantFrom(null, 'itm_u1_1', 'itm_u1_2', 'itm_u1_3'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Input>(
      { type: 'command.configure', settings, changes: { model: 'm2' }, detail: 'model: m2' },
      { type: 'command.configure', settings, changes: { model: null }, detail: 'model: default' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('command.reply' as const),
      permissionId: requestId('perm'),
      reply: fc.constantFrom('once', 'always', 'reject'),
      message: fc.constantFrom(null, 'no'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('command.answer' as const),
      questionId: requestId('ques'),
      answers: fc.constantFrom<string[][]>([['yes']], [['yes'], ['no']], [['a', 'b']], []),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('command.reject' as const), questionId: requestId('ques') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('request.expired' as const),
      requestId: fc.oneof(requestId('perm'), requestId('ques')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Input>({ type: 'agent.ready', nativeSessionId: 'n1', metadata: { version: '1' } }),
  },
  { weight: 1, arbitrary: fc.constant<Input>({ type: 'agent.unprompted', failure: null }) },
  { weight: 1, arbitrary: exit },
  { weight: 1, arbitrary: fc.constantFrom<Input>({ type: 'daemon.restarted' }, { type: 'daemon.stopping' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Input>(
      { type: 'command.terminate' },
      {
        type: 'draft.session.ended',
        draft: { type: 'session.ended', reason: 'completed' },
        raw: '{}',
      },
    ),
  },
);
