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
import { eventsOf, inTurn, itemAt, lines, parentOf, told } from '../support/story.js';

describe('an item of a session', () => {
  it('is started, streamed and completed as the agent says', () => {
    expect(
      told(inTurn(), start(says('a')), delta('a', 'Hel'), delta('a', 'lo'), complete(says('a', 'Hello'))),
    ).toEqual(['start 2 assistant message', 'delta 2 Hel', 'delta 2 lo', 'completed 2 Hello']);
  });

  it('is stubbed when a delta comes before its start', () => {
    const rig = inTurn();
    expect(told(rig, delta('a', 'Hi'), start(says('a')), complete(says('a', 'Hi')))).toEqual([
      'start* 2 assistant message',
      'delta 2 Hi',
      'completed 2 Hi',
    ]);
  });

  it('is stubbed when it is completed without a start', () => {
    expect(told(inTurn(), complete(says('a', 'Hi')))).toEqual([
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

  it('may have a native id that is known only at its end', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(complete(says('a', 'Hi', { native_item_id: 'n7' })));
    expect(eventsOf(rig, 'item.started').at(-1)?.data.item.native_item_id).toBeNull();
    expect(itemAt(rig, 2).native_item_id).toBe('n7');
  });

  it('is started once', () => {
    expect(told(inTurn(), start(says('a')), start(says('a')))).toEqual(['start 2 assistant message']);
  });

  it('is completed once, and what comes after that is dropped', () => {
    const rig = inTurn().draft(complete(says('a', 'Hi')));
    expect(told(rig, complete(says('a', 'Hi again')), delta('a', '!'), start(says('a')))).toEqual([]);
  });

  it('stays dropped in the turns that follow', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(turnEnds())
      .message('more');
    expect(told(rig, complete(says('a', 'Hi')))).toEqual([]);
  });

  it('is not filled by an empty delta', () => {
    const rig = inTurn();
    expect(told(rig, delta('a', ''))).toEqual([]);
    expect(told(rig, start(says('b')), delta('b', ''))).toEqual(['start 2 assistant message']);
  });

  it('is filled by a run of deltas as if they had come one by one', () => {
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
    expect(told(rig, complete(says('a')))).toEqual(['completed 2 HelloHello']);
  });

  it('shows in the state of its session as long as it is open', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(start(says('b')))
      .draft(complete(says('a')));
    expect(rig.snapshot.matches({ live: { items: 'open' } })).toBe(true);
    expect(rig.draft(complete(says('b'))).snapshot.matches({ live: { items: 'none' } })).toBe(true);
  });

  it('may be called as any property of an object is', () => {
    for (const key of ['__proto__', 'constructor', 'toString', '1']) {
      const rig = inTurn();
      expect(told(rig, delta(key, 'Hi'), complete(says(key, 'Hi')), delta(key, 'late'))).toEqual([
        'start* 2 assistant message',
        'delta 2 Hi',
        'completed 2 Hi',
      ]);
    }
  });

  it('keeps its status where the agent says that it failed', () => {
    const rig = inTurn().draft(complete(says('a', 'Hi', { status: 'failed' })));
    expect(itemAt(rig, 2).status).toBe('failed');
  });
});

describe('the text of a message', () => {
  it('is one synthetic delta where none was streamed', () => {
    expect(told(inTurn(), start(says('a')), complete(says('a', 'Hello')))).toEqual([
      'start 2 assistant message',
      'delta* 2 Hello',
      'completed 2 Hello',
    ]);
  });

  it('brings as a synthetic delta what it has beyond the deltas', () => {
    const rig = inTurn();
    expect(told(rig, delta('a', 'Hel'), complete(says('a', 'Hello'))).slice(2)).toEqual([
      'delta* 2 lo',
      'completed 2 Hello',
    ]);
  });

  it('is what was streamed where the end brings none', () => {
    expect(told(inTurn(), delta('a', 'Hello'), complete(says('a'))).at(-1)).toBe('completed 2 Hello');
  });

  it('closes the item as failed where it contradicts the deltas, and comes as a new one', () => {
    expect(told(inTurn(), delta('a', 'Hello'), complete(says('a', 'Good bye'))).slice(2)).toEqual([
      'failed* 2 Hello',
      'start* 3 assistant message',
      'delta* 3 Good bye',
      'completed 3 Good bye',
    ]);
  });

  it('contradicts the deltas too where it is shorter than they are', () => {
    const rig = inTurn();
    expect(told(rig, delta('a', 'Hello'), complete(says('a', 'Hell'))).slice(2)).toEqual([
      'failed* 2 Hello',
      'start* 3 assistant message',
      'delta* 3 Hell',
      'completed 3 Hell',
    ]);
  });

  it('is streamed where it comes with the start', () => {
    const rig = inTurn();
    expect(told(rig, start(says('a', 'Hel')), delta('a', 'lo'), complete(says('a', 'Hello')))).toEqual([
      'start 2 assistant message',
      'delta* 2 Hel',
      'delta 2 lo',
      'completed 2 Hello',
    ]);
    expect(eventsOf(rig, 'item.started').at(-1)?.data.item.content).toEqual([]);
  });

  it('may be of several parts, streamed as one', () => {
    const rig = inTurn();
    expect(told(rig, complete(says('a', [text('Hel'), text('lo')])))).toContain('delta* 2 Hello');
    expect(itemAt(rig, 2).content).toEqual([text('Hel'), text('lo')]);
  });

  it('is not needed: a message of an image has no delta', () => {
    const rig = inTurn();
    const image = { type: 'image' as const, path: 'p.png' };
    expect(told(rig, complete(says('a', [image])))).toEqual([
      'start* 2 assistant message',
      'completed 2 image',
    ]);
  });

  it('becomes another item where the end is of another kind', () => {
    const rig = inTurn();
    const end = complete({ key: 'a', kind: 'status', content: [{ type: 'status', label: 'done' }] });
    expect(told(rig, delta('a', 'Hello'), end).slice(2)).toEqual([
      'failed* 2 Hello',
      'start* 3 null status',
      'completed 3 status',
    ]);
  });
});

describe('reasoning', () => {
  it('is an item of its own with its one part there, empty, from the start', () => {
    const rig = inTurn().draft(start(says('a')));
    expect(told(rig, start(says('t', [reasoning('')], { parent: 'a' })), delta('t', 'hm'))).toEqual([
      'start 3 assistant message',
      'delta 3 hm',
    ]);
    expect(eventsOf(rig, 'item.started').at(-1)?.data.item.content).toEqual([reasoning('')]);
    rig.draft(complete(says('t', [reasoning('hm!')])));
    expect(itemAt(rig, 3).content).toEqual([reasoning('hm!')]);
    expect(parentOf(rig, 3)).toBe(2);
  });

  it('is split from a message that came with both, and is a child of it', () => {
    const rig = inTurn();
    expect(told(rig, complete(says('a', [reasoning('hm'), text('Hello')])))).toEqual([
      'start* 2 assistant message',
      'delta* 2 Hello',
      'start* 3 assistant message',
      'delta* 3 hm',
      'completed* 3 (hm)',
      'completed 2 Hello',
    ]);
    expect(parentOf(rig, 3)).toBe(2);
  });

  it('leaves what else came with it to a message of its own', () => {
    const rig = inTurn().draft(start(says('t', [reasoning('')])));
    rig.draft(complete(says('t', [reasoning('hm'), text('Hello')])));
    expect(eventsOf(rig, 'item.completed').map(({ data }) => data.item.content)).toEqual([
      [text('hello')],
      [reasoning('hm')],
      [text('Hello')],
    ]);
  });

  it('gets a stub for a parent that was not heard of yet', () => {
    const rig = inTurn();
    expect(
      told(rig, complete(says('t', [reasoning('hm')], { parent: 'a' })), complete(says('a', 'Hello'))),
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

  it('is a child of the latest message of the agent, else of the user, where its parent is not told', () => {
    const rig = inTurn();
    rig.draft(complete(says('t1', [reasoning('hm')])));
    rig.draft(complete(says('a', 'Hello')));
    rig.draft(complete(says('t2', [reasoning('oh')])));
    expect([parentOf(rig, 2), parentOf(rig, 4)]).toEqual([1, 3]);
  });
});

describe('an item that is open when its turn ends', () => {
  it('is completed before a turn that ends well', () => {
    const rig = inTurn();
    expect(told(rig, delta('a', 'Hel'), turnEnds()).slice(2)).toEqual([
      'completed* 2 Hel',
      'turn.ended completed',
    ]);
  });

  it.each(['error', 'interrupted', 'max_turns', 'refused'] as const)(
    'fails with a turn that ends as %s',
    (outcome) => {
      const rig = inTurn();
      expect(told(rig, delta('a', 'Hel'), turnEnds(outcome)).slice(2)).toEqual([
        'failed* 2 Hel',
        `turn.ended ${outcome}`,
      ]);
    },
  );

  it('is closed after the items that came from it', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(start(says('b', [callPart('c')], { kind: 'tool_call' })));
    expect(told(rig, turnEnds('error'))).toEqual(['failed* 3 shell[c]', 'failed* 2', 'turn.ended error']);
  });

  it('keeps the output that was streamed', () => {
    const rig = inTurn().draft(start(says('r', [resultPart('c')], { kind: 'tool_result', role: 'tool' })));
    expect(told(rig, delta('r', 'half'), turnEnds('error'))).toContain('failed* 3 [c]=half');
  });
});
