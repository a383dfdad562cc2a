import { describe, expect, it } from 'vitest';
import { statusOf, threadsOf } from '../../machines/index.js';
import {
  asks,
  asksPermission,
  calls,
  complete,
  delta,
  reasoning,
  results,
  says,
  start,
  threadEnds,
  threadStarts,
  turnEnds,
} from '../support/drafts.js';
import {
  eventsOf,
  idle,
  inTurn,
  itemAt,
  lines,
  newSession,
  parentOf,
  refusal,
} from '../support/session-helpers.js';
import { exits } from '../support/session-inputs.js';
import type { SessionRig } from '../support/session-rig.js';

const id = (number: number) => `itm_u1_${number}`;
const statusAt = ({ snapshot }: SessionRig) => statusOf(snapshot.value);
const threadsAt = ({ snapshot }: SessionRig) => threadsOf(snapshot.context);
const effects = (rig: SessionRig) => rig.effects.filter(({ type }) => type !== 'prompt');

/** A turn in which the call `c` (item 2) has started a sub-agent (its run is item 3). */
function delegating(endsWithTurn = false): SessionRig {
  return inTurn()
    .draft(complete(calls('c')))
    .draft(threadStarts('n1', { call: 'c', title: 'look around', endsWithTurn }));
}

describe('a thread', () => {
  it('is known by the call that started it, and runs while its agent item is open', () => {
    const rig = delegating();
    expect(eventsOf(rig, 'item.started').at(-1)).toMatchObject({
      source: 'daemon',
      data: {
        item: {
          item_id: id(3),
          native_item_id: 'n1',
          parent_id: id(2),
          thread_id: id(2),
          kind: 'status',
          content: [{ type: 'status', label: 'agent', detail: 'look around' }],
        },
      },
    });
    const { startedAt } = threadsAt(rig)[0]!;
    expect(threadsAt(rig)).toEqual([
      { threadId: id(2), parentThreadId: null, title: 'look around', status: 'running', startedAt },
    ]);
    rig.draft(threadEnds('n1'));
    expect(itemAt(rig, 3)).toMatchObject({ status: 'completed', thread_id: id(2) });
    expect(threadsAt(rig)).toEqual([]);
  });

  it('is known by its own item without a call, or if one call addresses several', () => {
    const rig = inTurn()
      .draft(complete(calls('c')))
      .draft(threadStarts('n1'))
      .draft(threadStarts('n2', { call: 'c', sharesCall: true }))
      .draft(threadStarts('n3', { call: 'no such call' }));
    expect(threadsAt(rig).map(({ threadId }) => threadId)).toEqual([id(3), id(4), id(5)]);
    expect(eventsOf(rig, 'item.started').at(-2)?.data.item.parent_id).toBe(id(2));
  });

  it('never shares its id with another one', () => {
    const rig = delegating().draft(threadStarts('n2', { call: 'c' }));
    expect(threadsAt(rig).map(({ threadId }) => threadId)).toEqual([id(2), id(4)]);
  });

  it('is reopened by a later call, under the same id', () => {
    const rig = delegating()
      .draft(threadEnds('n1'))
      .draft(complete(calls('c2')))
      .draft(threadStarts('n1', { call: 'c2' }));
    expect(threadsAt(rig)).toMatchObject([{ threadId: id(2) }]);
    expect(rig.snapshot.context.threadCount).toBe(1);
  });

  it('starts once, and ends once', () => {
    const rig = delegating();
    expect(lines(rig, () => rig.draft(threadStarts('n1')))).toEqual([]);
    rig.draft(threadEnds('n1', 'failed'));
    expect(itemAt(rig, 3).status).toBe('failed');
    expect(lines(rig, () => rig.draft(threadEnds('n1')).draft(threadEnds('n9')))).toEqual([]);
  });

  it('has the thread of its call as its parent', () => {
    const rig = delegating()
      .draft(complete(calls('inner', 'inner', { thread: 'n1' })))
      .draft(threadStarts('n2', { call: 'inner' }));
    expect(threadsAt(rig)).toMatchObject([
      { threadId: id(2), parentThreadId: null },
      { threadId: id(4), parentThreadId: id(2) },
    ]);
  });

  it('is started by its first item if nothing announced it', () => {
    const rig = inTurn().draft(complete(says('a', 'hi', { thread: 'n1' })));
    expect(threadsAt(rig)).toMatchObject([{ threadId: id(2), title: 'sub-agent' }]);
    expect(itemAt(rig, 3)).toMatchObject({ thread_id: id(2), parent_id: id(2) });
  });
});

describe('an item of a thread', () => {
  it('has the starting item as its parent if it is a message, else the latest message of the thread', () => {
    const rig = delegating()
      .draft(complete(calls('k0', 'k0', { thread: 'n1' })))
      .draft(complete(says('a', 'in the thread', { thread: 'n1' })))
      .draft(complete(says('m', 'in the main thread')))
      .draft(complete(calls('k', 'k', { thread: 'n1' })))
      .draft(complete(results('r', 'k', 'done', { thread: 'n1' })))
      .draft(complete(says('t', [reasoning('hm')], { thread: 'n1', parent: 'a' })));
    expect([4, 5, 6, 7, 8, 9].map((number) => parentOf(rig, number))).toEqual([2, 2, null, 5, 5, 5]);
    expect([4, 5, 6, 7, 8, 9].map((number) => itemAt(rig, number).thread_id)).toEqual(
      [2, 2, null, 2, 2, 2].map((number) => number && id(number)),
    );
  });

  it('is no reply of the main thread', () => {
    const rig = delegating()
      .draft(complete(says('a', 'in the thread', { thread: 'n1' })))
      .draft(complete(calls('k')));
    expect(parentOf(rig, 5)).toBe(1);
  });

  it("does not count as the echo of the user's message", () => {
    const rig = newSession({ echoesUser: true })
      .ready()
      .draft(threadStarts('n1'))
      .message('hello')
      .draft(complete(says('u', 'hello', { role: 'user', thread: 'n1' })))
      .draft(complete(says('e', 'hello', { role: 'user' })));
    const users = eventsOf(rig, 'item.completed').filter(({ data }) => data.item.role === 'user');
    expect(users.map(({ data }) => data.item.thread_id)).toEqual([id(1), null]);
  });
});

describe('the end of a turn', () => {
  it('ends the threads that end with it, and leaves the others alone', () => {
    const rig = delegating(true)
      .draft(start(says('a', [], { thread: 'n1' })))
      .draft(threadStarts('n2'))
      .draft(start(says('b', [], { thread: 'n2' })))
      .draft(asksPermission('p1', {}, 'n1'))
      .draft(asksPermission('p2', {}, 'n2'));
    expect(lines(rig, () => rig.draft(turnEnds()))).toEqual([
      'permission.resolved denied cancelled',
      'failed* 4',
      'failed* 3 status',
      'turn.ended completed',
    ]);
    expect(threadsAt(rig)).toMatchObject([{ threadId: id(5), status: 'waiting' }]);
    expect(statusAt(rig)).toBe('waiting');
    rig.send({ type: 'command.reply', permissionId: 'perm_u1_2', reply: 'once', message: null });
    expect(statusAt(rig)).toBe('running');
    rig.draft(delta('b', 'report')).draft(complete(says('b', 'report', { thread: 'n2' })));
    expect(itemAt(rig, 6)).toMatchObject({ status: 'completed', thread_id: id(5) });
    rig.draft(threadEnds('n2'));
    expect(statusAt(rig)).toBe('idle');
  });

  it('leaves a sub-agent alone that has moved to the background since it started', () => {
    const rig = delegating(true).draft(threadStarts('n1'));
    expect(rig.draft(turnEnds()).snapshot.context.threads).toHaveProperty(id(2));
    expect(
      eventsOf(rig, 'item.started').filter(({ data }) => data.item.native_item_id === 'n1'),
    ).toHaveLength(1);
  });

  it('leaves a request of a background sub-agent pending, also when the next turn starts and ends', () => {
    const rig = delegating()
      .draft(asks('q'))
      .draft(asksPermission('p', {}, 'n1'))
      .draft(turnEnds());
    rig.message('hello').draft(turnEnds());
    expect(Object.keys(rig.snapshot.context.pending)).toEqual(['perm_u1_2']);
  });

  it('closes late items of a thread that rests', () => {
    const rig = delegating()
      .draft(threadEnds('n1'))
      .draft(start(says('late', [], { thread: 'n1' })))
      .draft(turnEnds());
    expect(itemAt(rig, 4)).toMatchObject({ status: 'failed', thread_id: id(2) });
  });
});

describe('a running thread', () => {
  it('does not keep a message from starting a turn', () => {
    const rig = delegating().draft(turnEnds());
    expect(statusAt(rig)).toBe('running');
    rig.message('hello');
    expect(rig.answers.at(-1)).toMatchObject({ disposition: 'started' });
  });

  it.each([
    ['the agent exits', (rig: SessionRig) => rig.send(exits({ code: 1 }))],
    [
      'the agent is restarted with new settings',
      (rig: SessionRig) => rig.send(exits({ because: 'reconfigured' })),
    ],
    [
      'the agent ignored an interrupt',
      (rig: SessionRig) => rig.send(exits({ because: 'interrupt_ignored' })),
    ],
    ['the daemon was restarted', (rig: SessionRig) => rig.send({ type: 'daemon.restarted' })],
  ])('is cut off when %s', (_, happens) => {
    const rig = newSession({ onAgentExit: 'resume' })
      .ready()
      .draft(threadStarts('n1'))
      .draft(start(says('a', [], { thread: 'n1' })))
      .draft(asksPermission('p', {}, 'n1'));
    happens(rig);
    expect(threadsAt(rig)).toEqual([]);
    expect(rig.snapshot.context.pending).toEqual({});
    expect([itemAt(rig, 1), itemAt(rig, 2)].map(({ status }) => status)).toEqual(['failed', 'failed']);
  });
});

describe('an interrupt', () => {
  it('of a thread stops only that thread', () => {
    const rig = delegating().draft(threadStarts('n2'));
    rig.send({ type: 'command.interrupt', threadId: id(2) });
    expect(rig.answers.at(-1)?.type).toBe('accepted');
    expect(effects(rig)).toEqual([{ type: 'interruptThread', thread: 'n1' }]);
    expect(rig.snapshot.matches({ live: { turn: { running: 'active' } } })).toBe(true);
  });

  it('without a running turn stops all threads', () => {
    const rig = idle().draft(threadStarts('n1')).draft(threadStarts('n2'));
    rig.send({ type: 'command.interrupt' });
    expect(effects(rig)).toEqual([
      { type: 'interruptThread', thread: 'n1' },
      { type: 'interruptThread', thread: 'n2' },
    ]);
  });

  it('of the turn leaves the threads to the provider', () => {
    const rig = delegating().send({ type: 'command.interrupt' });
    expect(effects(rig)).toMatchObject([{ type: 'interrupt' }]);
  });

  it('of a thread that does not run is refused', () => {
    const rig = delegating();
    rig.send({ type: 'command.interrupt', threadId: 'itm_u1_9' });
    expect(refusal(rig)).toBe('not_found');
    rig.draft(threadEnds('n1')).send({ type: 'command.interrupt', threadId: id(2) });
    expect(refusal(rig)).toBe('not_found');
  });

  it('of a thread is refused while the agent is starting', () => {
    const rig = newSession({}).send({ type: 'command.interrupt', threadId: id(2) });
    expect(refusal(rig)).toBe('not_found');
  });

  it('of a thread is refused if the agent cannot do it', () => {
    const rig = newSession({ interruptThread: false }).ready().draft(threadStarts('n1'));
    rig.send({ type: 'command.interrupt', threadId: id(1) });
    expect(refusal(rig)).toBe('mode_not_supported');
    rig.send({ type: 'command.interrupt' });
    expect([rig.answers.at(-1)?.type, effects(rig)]).toEqual(['accepted', []]);
  });
});
