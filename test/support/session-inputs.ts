import type { SnapshotFrom } from 'xstate';
import {
  itemsInOrder,
  type SessionInputEvent,
  type sessionMachine,
  type UpdateQueuedCommand,
} from '../../machines/index.js';
import type { Draft, ProcessExit, WhenBusy } from '../../src/schema/index.js';
import { folderRequest } from '../../src/sessions/trust/request.js';
import * as draft from './drafts.js';

export type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;
type Input = Untimed<SessionInputEvent>;
type Context = SnapshotFrom<typeof sessionMachine>['context'];

const settings = { model: 'm2', variant: null, agentMode: 'build', permissionMode: 'default' } as const;
const AT = '2026-01-01T00:00:00.000Z';

/** All inputs worth trying in a state: each kind, in every variant that the state distinguishes. */
export function inputsAt({ context }: { context: Context }): SessionInputEvent[] {
  const inputs: Input[] = [
    ...draftsAt(context).map(toInput),
    ...sendsAt(context),
    ...queueChangesAt(context),
    ...repliesAt(context),
    ...[null, ...Object.keys(context.threads), 'unknown'].map((threadId): Input => {
      return { type: 'command.interrupt', threadId };
    }),
    { type: 'command.terminate' },
    { type: 'command.configure', settings, changes: { model: 'm2' }, detail: 'model m2' },
    { type: 'agent.ready', nativeSessionId: 'n1', metadata: {} },
    { type: 'agent.unprompted', failure: null },
    ...allExits,
    { type: 'daemon.stopping' },
    { type: 'daemon.restarted' },
    { type: 'daemon.failed', message: 'broken' },
  ];
  return inputs.map((each) => ({ ...each, at: AT }) as SessionInputEvent);
}

export function send(
  messageId: string,
  whenBusy: WhenBusy = 'queue',
  fingerprint = 'hello',
): SessionInputEvent {
  return {
    type: 'command.send',
    messageId,
    message: 'hello',
    attachments: [],
    fingerprint,
    whenBusy,
    at: AT,
  };
}

const whenBusy: WhenBusy[] = ['queue', 'steer', 'interrupt', 'reject'];

function sendsAt({ taken: { last, count } }: Context): Input[] {
  const [old] = last.map(([id]) => id);
  const fresh = `m${count + 1}`;
  const again = old === undefined ? [] : [send(old), send(old, 'queue', 'other')];
  return [...whenBusy.map((when) => send(fresh, when)), ...again];
}

/** Changes of the first queued message, of one that has left the queue, and of an unknown one. */
function queueChangesAt({ queue, taken: { last } }: Context): Input[] {
  const [first] = queue;
  const [gone] = last.map(([id]) => id).filter((id) => queue.every(({ messageId }) => messageId !== id));
  const update = (more: Partial<UpdateQueuedCommand>): Input => {
    const { messageId = '', revision = null } = first ?? {};
    return { type: 'command.queue.update', messageId, revision, ...more };
  };
  const ids = [first?.messageId, gone, 'unknown'].filter((id) => id !== undefined);
  return [
    ...ids.flatMap((messageId): Input[] => [
      update({ messageId, message: 'edited' }),
      { type: 'command.queue.remove', messageId },
    ]),
    ...(first
      ? [
          update({ position: 1 }),
          update({ revision: first.revision + 1 }),
          update({ whenBusy: 'steer' }),
          update({ whenBusy: 'interrupt' }),
        ]
      : []),
  ];
}

/** Replies to pending requests of either kind, and to an unknown one, and their expiry. */
function repliesAt({ pending }: Context): Input[] {
  const ids = [...Object.keys(pending), 'unknown'];
  return ids.flatMap((id): Input[] => [
    { type: 'command.reply', permissionId: id, reply: 'once', message: null },
    { type: 'command.answer', questionId: id, answers: [['red']] },
    { type: 'command.answer', questionId: id, answers: [] },
    { type: 'command.reject', questionId: id },
    { type: 'request.expired', requestId: id },
  ]);
}

/** The daemon asks whether to trust the session's folder. */
export const asksForTrust = {
  type: 'draft.permission.requested',
  draft: folderRequest({
    agent: 'Mock',
    directory: '/w',
    contents: { hash: 'c1', isComplete: true, parts: [{ path: '/w/hooks', brings: ['a hook'] }] },
  }),
  source: 'daemon',
  raw: null,
  at: AT,
} as const satisfies SessionInputEvent;

export function exits(exit: Partial<ProcessExit>) {
  const stderr = { head: '', truncated: false, total_lines: 0 };
  return { type: 'agent.exited' as const, exit: { code: null, signal: null, stderr, ...exit } };
}

const allExits: Input[] = [
  exits({ code: 0 }),
  exits({ code: 1 }),
  exits({ signal: 'SIGKILL' }),
  exits({ failure: 'no such program' }),
  exits({ because: 'interrupt_ignored' }),
  exits({ because: 'daemon_stopping' }),
  exits({ because: 'start_timeout' }),
  exits({ because: 'reconfigured' }),
  exits({ because: 'yielded' }),
];

function toInput(each: Draft): Input {
  return { type: `draft.${each.type}`, draft: each, raw: '{}' };
}

/** Drafts of all types; items and requests under a new key and under one in use. */
function draftsAt({ items, requests, open, pending, threads, turn }: Context): Draft[] {
  const fresh = `k${items}`;
  const asked = Object.values(pending);
  const inUse = itemsInOrder(open).slice(0, 1);
  return [
    { type: 'session.started', native_session_id: 'n2' },
    { type: 'session.ended', reason: 'completed' },
    { type: 'session.ended', reason: 'error' },
    { type: 'turn.started' },
    draft.turnEnds('completed'),
    draft.turnEnds('error'),
    draft.turnEnds('completed', { turn: turn?.id ?? 'none' }),
    draft.turnEnds('completed', { turn: 'another' }),
    draft.fails('e'),
    { type: 'agent.unparsed', error: 'e', location: 'test' },
    draft.start(draft.says(fresh)),
    draft.delta(fresh, 'hello'),
    draft.complete(draft.says(fresh, 'hello')),
    draft.complete(draft.echoes(fresh, 'hello')),
    draft.complete(draft.says(fresh, [draft.reasoning('hm'), draft.text('hello')])),
    draft.start(draft.calls(fresh)),
    draft.complete(draft.results(fresh, `call of ${fresh}`, 'done')),
    ...inUse.flatMap(({ key, kind, role }) => [
      draft.start({ key, kind, role }),
      draft.delta(key, 'hello'),
      draft.delta(key, ''),
      draft.complete({ key, kind, role }),
      draft.complete(draft.says(key, 'contradicted')),
    ]),
    draft.threadStarts('t1'),
    draft.threadStarts('t2', { endsWithTurn: true }),
    draft.threadEnds('t1'),
    draft.threadEnds('t2', 'failed'),
    ...Object.values(threads).flatMap(({ key }) => [
      draft.start(draft.says(fresh, [], { thread: key })),
      draft.asksPermission(`r${requests}`, {}, key),
    ]),
    draft.asksPermission(`r${requests}`),
    draft.asks(`r${requests}`),
    ...[...asked.map((request) => request.key), 'unknown'].flatMap((key): Draft[] => [
      { type: 'permission.resolved', key, reply: 'cancelled' },
      { type: 'question.resolved', key, answers: null },
    ]),
  ];
}
