import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  additionsSince,
  initialContext,
  type QueuedMessage,
  type SessionInput,
  sessionMachine,
  statusOf,
} from '../../machines/index.js';
import type { UniversalEvent } from '../../src/schema/index.js';
import {
  parseSnapshot,
  receiptsIn,
  type StoredSnapshot,
  snapshotText,
  upgradeSnapshot,
} from '../../src/sessions/stored-snapshot.js';

const input: SessionInput = {
  sessionId: 's',
  uid: 'u1',
  steer: true,
  interruptThread: true,
  echoesUser: false,
  onAgentExit: 'resume',
  metadata: {},
};

/** A snapshot as version 0.1.0 stored it: without threads. */
function earlier(): StoredSnapshot {
  const {
    keys,
    calls,
    taken,
    takenBack,
    threads,
    threadIds,
    callThreads,
    threadCount,
    turnThreads,
    ...context
  } = initialContext(input);
  const open = {
    m: {
      id: 'itm_u1_2',
      number: 2,
      key: 'm',
      native: 'm',
      parent: null,
      kind: 'message',
      role: 'assistant',
      content: [],
      text: 'I was abo',
    },
  };
  const asked = { permission_id: 'perm_u1_1', action: 'command_execution', status: 'requested' };
  const question = {
    question_id: 'ques_u1_2',
    prompt: '?',
    options: [],
    response: null,
    status: 'requested',
  };
  const pending = {
    perm_u1_1: { kind: 'permission', key: 'p', data: { ...asked, metadata: { command: 'ls' } } },
    ques_u1_2: { kind: 'question', key: 'q', data: { ...question, questions: [], answers: null } },
  };
  return parseSnapshot(
    JSON.stringify({
      value: { live: { turn: { running: 'active' }, requests: 'waiting', items: 'open' } },
      context: {
        ...context,
        sequence: 7,
        time: '2026-01-01T00:00:00.000Z',
        started: true,
        turn: { id: 'turn_u1_1', user: null, assistant: null },
        turns: 1,
        items: 2,
        requests: 2,
        open,
        pending,
      },
    }),
  );
}

/** The machine from a snapshot, with the queue of the log. */
function contextOf(snapshot: StoredSnapshot, logged: QueuedMessage[]) {
  return createActor(sessionMachine, { input, snapshot: upgradeSnapshot(input, snapshot, logged) })
    .start()
    .getSnapshot().context;
}

function restored() {
  const actor = createActor(sessionMachine, { input, snapshot: upgradeSnapshot(input, earlier()) });
  const events: UniversalEvent[] = [];
  actor.on('event', ({ event }) => events.push(event));
  return { actor: actor.start(), events };
}

it('adds the regions and fields that a snapshot of an earlier version lacks', () => {
  const { value, context } = restored().actor.getSnapshot();
  expect(value).toEqual({
    live: { turn: { running: 'active' }, requests: 'waiting', threads: 'none', items: 'open' },
  });
  expect(statusOf(value)).toBe('waiting');
  expect(context).toMatchObject({ sequence: 7, threads: {}, turnThreads: [], threadCount: 0, input });
});

it('puts the open items and requests of an earlier version into the main thread', () => {
  const { actor, events } = restored();
  actor.send({ type: 'daemon.restarted', at: '2026-01-02T00:00:00.000Z' });
  expect(events.map(({ type }) => type)).toEqual([
    'permission.resolved',
    'question.resolved',
    'item.completed',
    'turn.ended',
  ]);
  expect(events).toMatchObject([
    { data: { metadata: { command: 'ls', thread_id: null, reply: 'cancelled' } } },
    { data: { status: 'rejected', metadata: { thread_id: null } } },
    { data: { item: { thread_id: null, continues: null, status: 'failed' } } },
    {},
  ]);
});

it('lets a session of an earlier version run threads', () => {
  const { actor, events } = restored();
  const draft = { type: 'thread.started', thread: 'n1', title: 'look around' } as const;
  actor.send({ type: 'draft.thread.started', draft, raw: null, at: '2026-01-02T00:00:00.000Z' });
  expect(events.at(-1)).toMatchObject({ type: 'item.started', data: { item: { thread_id: 'itm_u1_3' } } });
  expect(actor.getSnapshot().value).toMatchObject({ live: { threads: 'running' } });
});

const queued = { messageId: 'm', message: 'later', attachments: [{ path: 'a.png' }] };
const entry = { ...queued, revision: 3, rank: 0.5, queuedAt: '2026-01-03T00:00:00.000Z' };

it('stores no queue, and takes it from the log', () => {
  const actor = createActor(sessionMachine, { input }).start();
  const context = { ...actor.getSnapshot().context, queue: [entry], queueRevision: 7 };
  const text = snapshotText({ ...actor.getSnapshot(), context } as never);
  expect(text).not.toContain('later');
  expect(contextOf(parseSnapshot(text), [entry])).toEqual(context);
});

it('takes the queue of an earlier version from its snapshot, in order', () => {
  const { value, context } = earlier();
  const other = { messageId: 'n', message: 'even later', attachments: [] };
  const snapshot = { value, context: { ...context, queue: [queued, other] } };
  expect(contextOf(snapshot, []).queue).toEqual([
    { ...queued, revision: 1, rank: 1, queuedAt: '2026-01-01T00:00:00.000Z' },
    { ...other, revision: 1, rank: 2, queuedAt: '2026-01-01T00:00:00.000Z' },
  ]);
});

it('accepts the messages of an earlier version again with whatever content, since it kept no fingerprints', () => {
  const { value, context } = earlier();
  const taken = { full: [], last: { m: '' } };
  const snapshot = upgradeSnapshot(input, { value, context: { ...context, taken } });
  const actor = createActor(sessionMachine, { input, snapshot }).start();
  const answers: unknown[] = [];
  actor.on('accepted', ({ disposition }) => answers.push(disposition));
  const send = {
    type: 'command.send',
    ...queued,
    whenBusy: 'queue',
    at: '2026-01-02T00:00:00.000Z',
  } as const;
  actor.send({ ...send, fingerprint: 'x' });
  actor.send({ ...send, fingerprint: 'y' });
  expect(answers).toEqual(['duplicate', 'duplicate']);
});

describe('the ledgers of an earlier version', () => {
  const ledger = (...chunks: Record<string, string>[]) => ({
    full: chunks.slice(0, -1),
    last: chunks.at(-1)!,
  });

  it('are taken from its snapshot', () => {
    const { value, context } = earlier();
    const keys = ledger({ a: 'itm_1' }, { b: 'itm_2' });
    const { keys: upgraded } = contextOf({ value, context: { ...context, keys } }, []);
    expect(additionsSince(upgraded, 0)).toEqual([
      ['a', 'itm_1'],
      ['b', 'itm_2'],
    ]);
  });

  it('have the receipts of its messages', () => {
    const { value, context } = earlier();
    const snapshot = {
      value,
      context: { ...context, taken: ledger({ m: 'f' }, { n: '' }), takenBack: ledger({ n: '' }) },
    };
    expect(receiptsIn(snapshot)).toEqual([
      { messageId: 'm', fingerprint: 'f', isTakenBack: false },
      { messageId: 'n', fingerprint: '', isTakenBack: true },
    ]);
    expect(receiptsIn(earlier())).toEqual([]);
  });
});

it('stores none of what the log has row by row', () => {
  const actor = createActor(sessionMachine, { input }).start();
  const fields = Object.keys(parseSnapshot(snapshotText(actor.getSnapshot())).context);
  for (const name of ['queue', 'keys', 'calls', 'callThreads', 'threadIds', 'taken', 'takenBack'])
    expect(fields).not.toContain(name);
});
