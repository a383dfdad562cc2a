import { describe, expect, it } from 'vitest';
import {
  calls,
  complete,
  delta,
  results,
  says,
  start,
  threadEnds,
  threadStarts,
  turnEnds,
} from '../support/drafts.js';
import { emitted, eventsOf, inTurn, lines, prompts } from '../support/session-helpers.js';

describe('more open items than there may be', () => {
  it('are reported once per turn, and the agent is interrupted', () => {
    const rig = inTurn({ openItems: 3 });
    for (const key of 'abcde') rig.draft(start(says(key)));
    expect(eventsOf(rig, 'error')).toMatchObject([
      {
        source: 'daemon',
        data: { code: 'open_items_limit', details: { retryable: false, category: 'agent', limit: 3 } },
      },
    ]);
    expect(prompts(rig)).toEqual(['hello', 'interrupt']);
    expect(rig.snapshot.value).toMatchObject({ live: { turn: { running: 'interrupting' } } });
    rig.draft(turnEnds('interrupted')).message('again');
    for (const key of 'vwxyz') rig.draft(start(says(key)));
    expect(eventsOf(rig, 'error')).toHaveLength(2);
  });

  it('make room by closing the oldest as failed, which gets nothing any more', () => {
    const rig = inTurn({ openItems: 2 });
    rig.draft(start(says('a'))).draft(start(says('b')));
    expect(
      emitted(rig, delta('a', 'so far'), start(says('c')), delta('a', 'late'), delta('b', 'on')),
    ).toEqual(['delta 2 so far', 'error', 'failed* 2 so far', 'start 4 assistant message', 'delta 3 on']);
    expect(rig.snapshot.context.open.size).toBe(2);
  });

  it('are counted for a delta without a start too, but not for items that are complete at once', () => {
    const rig = inTurn({ openItems: 1 });
    expect(emitted(rig, delta('a', 'x'), complete(says('b', 'whole')))).not.toContain('error');
    expect(emitted(rig, delta('c', 'y'))).toContain('error');
  });

  it('do not close the item that is being completed', () => {
    const rig = inTurn({ openItems: 1 });
    rig.draft(start(calls('a', 'call1')));
    expect(emitted(rig, complete(results('r', 'call2', 'out')), complete(calls('a', 'call1')))).not.toContain(
      'error',
    );
  });

  it('are those of the same thread first', () => {
    const rig = inTurn({ openItems: 4 });
    rig
      .draft(start(says('a')))
      .draft(threadStarts('t1'))
      .draft(start(says('b', [], { thread: 't1' })));
    rig.draft(start(says('c')));
    expect(emitted(rig, start(says('d', [], { thread: 't1' })))).toContain('failed* 4');
    expect(emitted(rig, start(says('e')))).toContain('failed* 2');
  });

  it('may be the runs of sub-agents, if nothing else is open', () => {
    const rig = inTurn({ openItems: 2 });
    rig.draft(threadStarts('t1')).draft(threadStarts('t2'));
    expect(emitted(rig, threadStarts('t3'))).toEqual(['error', 'failed* 2 status', 'start* 4 null status']);
    expect(lines(rig, () => rig.draft(threadEnds('t1')))).toEqual([]);
  });

  it('interrupt the sub-agents if no turn is running', () => {
    const rig = inTurn({ openItems: 2 }).draft(threadStarts('t1')).draft(turnEnds());
    for (const key of 'ab') rig.draft(start(says(key, [], { thread: 't1' })));
    expect(rig.effects.at(-1)).toEqual({ type: 'interruptThread', thread: 't1' });
  });

  it('are at most 1,000 by default', () => {
    const rig = inTurn();
    for (let i = 0; i < 1003; i++) rig.draft(start(says(`k${i}`)));
    expect(rig.snapshot.context.open.size).toBe(1000);
    expect(eventsOf(rig, 'error')).toHaveLength(1);
  });
});
