import { describe, expect, it } from 'vitest';
import {
  callPart,
  complete,
  delta,
  reasoning,
  resultPart,
  says,
  start,
  text,
  turnEnds,
} from '../support/drafts.js';
import { emitted, eventsOf, inTurn, itemAt, lines, parentOf } from '../support/session-helpers.js';

describe('an item of a session', () => {
  it('is started, streamed and completed by the agent', () => {
    expect(
      emitted(inTurn(), start(says('a')), delta('a', 'Hel'), delta('a', 'lo'), complete(says('a', 'Hello'))),
    ).toEqual(['start 2 assistant message', 'delta 2 Hel', 'delta 2 lo', 'completed 2 Hello']);
  });

  it('is stubbed when a delta precedes its start', () => {
    const rig = inTurn();
    expect(emitted(rig, delta('a', 'Hi'), start(says('a')), complete(says('a', 'Hi')))).toEqual([
      'start* 2 assistant message',
      'delta 2 Hi',
      'completed 2 Hi',
    ]);
  });

  it('is stubbed when it is completed without a start', () => {
    expect(emitted(inTurn(), complete(says('a', 'Hi')))).toEqual([
      'start* 2 assistant message',
      'delta* 2 Hi',
      'completed 2 Hi',
    ]);
  });

  it('keeps its kind, its role and its native id when it is stubbed', () => {
    const rig = inTurn().draft(complete({ key: 's', native_item_id: 'n7', kind: 'status', role: 'system' }));
    const { item } = eventsOf(rig, 'item.started').at(-1)!.data;
    expect(item).toMatchObject({
      kind: 'status',
      role: 'system',
      native_item_id: 'n7',
      status: 'in_progress',
    });
  });

  it('may learn its native id only on completion', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(complete(says('a', 'Hi', { native_item_id: 'n7' })));
    expect(eventsOf(rig, 'item.started').at(-1)?.data.item.native_item_id).toBeNull();
    expect(itemAt(rig, 2).native_item_id).toBe('n7');
  });

  it('is started once', () => {
    expect(emitted(inTurn(), start(says('a')), start(says('a')))).toEqual(['start 2 assistant message']);
  });

  it('is completed once; later drafts are dropped', () => {
    const rig = inTurn().draft(complete(says('a', 'Hi')));
    expect(emitted(rig, complete(says('a', 'Hi again')), delta('a', '!'), start(says('a')))).toEqual([]);
  });

  it('stays settled in later turns', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(turnEnds())
      .message('more');
    expect(emitted(rig, complete(says('a', 'Hi')))).toEqual([]);
  });

  it('ignores an empty delta', () => {
    const rig = inTurn();
    expect(emitted(rig, delta('a', ''))).toEqual([]);
    expect(emitted(rig, start(says('b')), delta('b', ''))).toEqual(['start 2 assistant message']);
  });

  it('handles a run of deltas like single deltas', () => {
    const run = (key: string) => ({
      type: 'draft.item.delta' as const,
      draft: delta(key, 'Hel'),
      raw: '1',
      more: ['l', '', 'o'].map((each, i) => ({ delta: each, raw: `${i + 2}` })),
    });
    const rig = inTurn();
    const raws: (string | null)[] = [];
    rig.actor.on('event', ({ raw }) => raws.push(raw));
    expect(lines(rig, () => rig.send(run('a')).send(run('a')))).toEqual([
      'start* 2 assistant message',
      ...['Hel', 'l', 'o', 'Hel', 'l', 'o'].map((each) => `delta 2 ${each}`),
    ]);
    expect(raws).toEqual(['1', '1', '2', '4', '1', '2', '4']);
    expect(emitted(rig, complete(says('a')))).toEqual(['completed 2 HelloHello']);
  });

  it('shows in the state of the session while it is open', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(start(says('b')))
      .draft(complete(says('a')));
    expect(rig.snapshot.matches({ live: { items: 'open' } })).toBe(true);
    expect(rig.draft(complete(says('b'))).snapshot.matches({ live: { items: 'none' } })).toBe(true);
  });

  it('may be named like a property of Object.prototype', () => {
    for (const key of ['__proto__', 'constructor', 'toString', '1']) {
      const rig = inTurn();
      expect(emitted(rig, delta(key, 'Hi'), complete(says(key, 'Hi')), delta(key, 'late'))).toEqual([
        'start* 2 assistant message',
        'delta 2 Hi',
        'completed 2 Hi',
      ]);
    }
  });

  it('keeps the failed status that the agent reports', () => {
    const rig = inTurn().draft(complete(says('a', 'Hi', { status: 'failed' })));
    expect(itemAt(rig, 2).status).toBe('failed');
  });
});

describe('the text of a message', () => {
  it('is one synthetic delta if none was streamed', () => {
    expect(emitted(inTurn(), start(says('a')), complete(says('a', 'Hello')))).toEqual([
      'start 2 assistant message',
      'delta* 2 Hello',
      'completed 2 Hello',
    ]);
  });

  it('is completed by a synthetic delta if it exceeds the deltas', () => {
    const rig = inTurn();
    expect(emitted(rig, delta('a', 'Hel'), complete(says('a', 'Hello'))).slice(2)).toEqual([
      'delta* 2 lo',
      'completed 2 Hello',
    ]);
  });

  it('is the streamed text if the completion has none', () => {
    expect(emitted(inTurn(), delta('a', 'Hello'), complete(says('a'))).at(-1)).toBe('completed 2 Hello');
  });

  it('fails the item and follows as a new one if it contradicts the deltas', () => {
    expect(emitted(inTurn(), delta('a', 'Hello'), complete(says('a', 'Good bye'))).slice(2)).toEqual([
      'failed* 2 Hello',
      'start* 3 assistant message',
      'delta* 3 Good bye',
      'completed 3 Good bye',
    ]);
  });

  it('contradicts the deltas if it is shorter', () => {
    const rig = inTurn();
    expect(emitted(rig, delta('a', 'Hello'), complete(says('a', 'Hell'))).slice(2)).toEqual([
      'failed* 2 Hello',
      'start* 3 assistant message',
      'delta* 3 Hell',
      'completed 3 Hell',
    ]);
  });

  it('is written as a delta if it came with the start', () => {
    const rig = inTurn();
    expect(emitted(rig, start(says('a', 'Hel')), delta('a', 'lo'), complete(says('a', 'Hello')))).toEqual([
      'start 2 assistant message',
      'delta* 2 Hel',
      'delta 2 lo',
      'completed 2 Hello',
    ]);
    expect(eventsOf(rig, 'item.started').at(-1)?.data.item.content).toEqual([]);
  });

  it('may have several parts, streamed as one', () => {
    const rig = inTurn();
    expect(emitted(rig, complete(says('a', [text('Hel'), text('lo')])))).toContain('delta* 2 Hello');
    expect(itemAt(rig, 2).content).toEqual([text('Hel'), text('lo')]);
  });

  it('is optional: a message of one image has no delta', () => {
    const rig = inTurn();
    const image = { type: 'image' as const, path: 'p.png' };
    expect(emitted(rig, complete(says('a', [image])))).toEqual([
      'start* 2 assistant message',
      'completed 2 image',
    ]);
  });

  it('becomes another item if the completion is of another kind', () => {
    const rig = inTurn();
    const end = complete({ key: 'a', kind: 'status', content: [{ type: 'status', label: 'done' }] });
    expect(emitted(rig, delta('a', 'Hello'), end).slice(2)).toEqual([
      'failed* 2 Hello',
      'start* 3 null status',
      'completed 3 status',
    ]);
  });
});

describe('reasoning', () => {
  it('is an item of its own that starts with one empty part', () => {
    const rig = inTurn().draft(start(says('a')));
    expect(emitted(rig, start(says('t', [reasoning('')], { parent: 'a' })), delta('t', 'hm'))).toEqual([
      'start 3 assistant message',
      'delta 3 hm',
    ]);
    expect(eventsOf(rig, 'item.started').at(-1)?.data.item.content).toEqual([reasoning('')]);
    rig.draft(complete(says('t', [reasoning('hm!')])));
    expect(itemAt(rig, 3).content).toEqual([reasoning('hm!')]);
    expect(parentOf(rig, 3)).toBe(2);
  });

  it('is split off a mixed message as its child', () => {
    const rig = inTurn();
    expect(emitted(rig, complete(says('a', [reasoning('hm'), text('Hello')])))).toEqual([
      'start* 2 assistant message',
      'delta* 2 Hello',
      'start* 3 assistant message',
      'delta* 3 hm',
      'completed* 3 (hm)',
      'completed 2 Hello',
    ]);
    expect(parentOf(rig, 3)).toBe(2);
  });

  it('leaves other parts to a message of their own', () => {
    const rig = inTurn().draft(start(says('t', [reasoning('')])));
    rig.draft(complete(says('t', [reasoning('hm'), text('Hello')])));
    expect(eventsOf(rig, 'item.completed').map(({ data }) => data.item.content)).toEqual([
      [text('hello')],
      [reasoning('hm')],
      [text('Hello')],
    ]);
  });

  it('gets a stub for an unknown parent', () => {
    const rig = inTurn();
    expect(
      emitted(rig, complete(says('t', [reasoning('hm')], { parent: 'a' })), complete(says('a', 'Hello'))),
    ).toEqual([
      'start* 2 assistant message',
      'start* 3 assistant message',
      'delta* 3 hm',
      'completed 3 (hm)',
      'delta* 2 Hello',
      'completed 2 Hello',
    ]);
    expect(parentOf(rig, 3)).toBe(2);
  });

  it("defaults to the agent's latest message as its parent, else the user's", () => {
    const rig = inTurn();
    rig.draft(complete(says('t1', [reasoning('hm')])));
    rig.draft(complete(says('a', 'Hello')));
    rig.draft(complete(says('t2', [reasoning('oh')])));
    expect([parentOf(rig, 2), parentOf(rig, 4)]).toEqual([1, 3]);
  });
});

describe('an item that is open when its turn ends', () => {
  it.each(['completed', 'error', 'interrupted', 'max_turns', 'refused'] as const)(
    'was cut off and fails before a turn that ends as %s',
    (outcome) => {
      const rig = inTurn();
      expect(emitted(rig, delta('a', 'Hel'), turnEnds(outcome)).slice(2)).toEqual([
        'failed* 2 Hel',
        `turn.ended ${outcome}`,
      ]);
    },
  );

  it('is closed after its children', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(start(says('b', [callPart('c')], { kind: 'tool_call' })));
    expect(emitted(rig, turnEnds('error'))).toEqual(['failed* 3 shell[c]', 'failed* 2', 'turn.ended error']);
  });

  it('keeps its streamed output', () => {
    const rig = inTurn().draft(start(says('r', [resultPart('c')], { kind: 'tool_result', role: 'tool' })));
    expect(emitted(rig, delta('r', 'half'), turnEnds('error'))).toContain('failed* 3 [c]=half');
  });
});
