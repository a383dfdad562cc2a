import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { initialContext, type SessionInput, sessionMachine, statusOf } from '../../machines/index.js';
import type { UniversalEvent } from '../../src/schema/index.js';
import { parseSnapshot, type StoredSnapshot, upgradeSnapshot } from '../../src/sessions/stored-snapshot.js';

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
  const { threads, threadIds, callThreads, threadCount, turnThreads, ...context } = initialContext(input);
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
