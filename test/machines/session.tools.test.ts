import { describe, expect, it } from 'vitest';
import { callPart, calls, complete, delta, results, says, start, text, turnEnds } from '../support/drafts.js';
import { eventsOf, idle, inTurn, itemAt, parentOf, told } from '../support/story.js';

describe('a tool call', () => {
  it('is a child of the message that the agent says it came from', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(complete(says('b', 'Hi')));
    rig.draft(complete(calls('t', 'c', { parent: 'a' })));
    expect(parentOf(rig, 4)).toBe(2);
  });

  it('may name a message as its parent that was completed long ago', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(turnEnds())
      .message('more');
    rig.draft(complete(calls('t', 'c', { parent: 'a' })));
    expect(parentOf(rig, 4)).toBe(2);
  });

  it('gets a stub for a parent that was not heard of yet', () => {
    const rig = inTurn();
    expect(told(rig, start(calls('t', 'c', { parent: 'a' })))).toEqual([
      'start* 2 assistant message',
      'start 3 assistant tool_call',
    ]);
  });

  it('is a child of the latest message of the agent in the turn where its parent is not told', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(complete(says('b', 'Ho')));
    rig.draft(complete(calls('t')));
    expect(parentOf(rig, 4)).toBe(3);
  });

  it("is a child of the user's message where the agent said nothing in the turn", () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(turnEnds())
      .message('more');
    rig.draft(complete(calls('t')));
    expect(itemAt(rig, 3).role).toBe('user');
    expect(parentOf(rig, 4)).toBe(3);
  });

  it('is a child of the message that began the turn, not of one that was steered into it', () => {
    const rig = inTurn({ steer: true }).message('this too', { whenBusy: 'steer' });
    rig.draft(complete(calls('t')));
    expect(parentOf(rig, 3)).toBe(1);
  });

  it('gets a parent even outside a turn: the latest message, or one that is made up', () => {
    const rig = idle();
    rig
      .draft(complete(calls('t1')))
      .draft(complete(says('a', 'Hi')))
      .draft(complete(calls('t2')));
    rig.draft({ type: 'session.ended', reason: 'completed' });
    expect([parentOf(rig, 2), parentOf(rig, 4)]).toEqual([1, 3]);
  });

  it('is not its own parent', () => {
    const rig = inTurn().draft(complete(calls('t', 'c', { parent: 't' })));
    expect(parentOf(rig, 2)).toBe(1);
  });

  it('keeps what it was started with where its end brings nothing', () => {
    const rig = inTurn()
      .draft(start(calls('t', 'c')))
      .draft(complete({ ...calls('t', 'c'), content: [] }));
    expect(itemAt(rig, 2).content).toEqual([callPart('c')]);
  });

  it('ends as failed where the agent says so', () => {
    const rig = inTurn()
      .draft(start(calls('t')))
      .draft(complete(calls('t', 't', { status: 'failed' })));
    expect(itemAt(rig, 2).status).toBe('failed');
  });
});

describe('a tool result', () => {
  it('is a child of the message that its call came from', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(complete(calls('t', 'c', { parent: 'a' })));
    rig.draft(complete(results('r', 'c', 'done', { parent: 'a' })));
    expect(parentOf(rig, 4)).toBe(2);
    expect(itemAt(rig, 4)).toMatchObject({ kind: 'tool_result', role: 'tool', status: 'completed' });
  });

  it('is preceded by a call that is made up where none came', () => {
    const rig = inTurn();
    expect(told(rig, complete(results('r', 'c', 'done'))).slice(0, 3)).toEqual([
      'start* 2 assistant tool_call',
      'completed* 2 unknown[c]',
      'start* 3 tool tool_result',
    ]);
    expect(itemAt(rig, 3).content).toEqual([{ type: 'tool_result', call_id: 'c', output: 'done' }]);
  });

  it('has no call made up twice', () => {
    const rig = inTurn().draft(complete(results('r1', 'c', 'half')));
    expect(told(rig, complete(results('r2', 'c', 'done')))).toEqual([
      'start* 4 tool tool_result',
      'completed 4 [c]=done',
    ]);
  });

  it('has its call completed before it starts where that is still open', () => {
    const rig = inTurn().draft(start(calls('t', 'c')));
    expect(told(rig, start(results('r', 'c')), complete(calls('t', 'c')))).toEqual([
      'completed* 2 shell[c]',
      'start 3 tool tool_result',
    ]);
  });

  it('takes nothing from a message that holds its call and is still open', () => {
    const rig = inTurn().draft(start(says('a', [text('Look: '), callPart('c')])));
    expect(told(rig, start(results('r', 'c')))).toContain('completed* 2 Look:  shell[c]');
  });

  it('answers a call of an earlier turn', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(turnEnds())
      .message('more');
    expect(told(rig, complete(results('r', 'c', 'done')))).toEqual([
      'start* 4 tool tool_result',
      'completed 4 [c]=done',
    ]);
  });

  it('streams its output as deltas of its own, and keeps it where the end has none', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(start(results('r', 'c')));
    expect(told(rig, delta('r', 'one\n'), delta('r', 'two\n'), complete(results('r', 'c')))).toEqual([
      'delta 3 one\n',
      'delta 3 two\n',
      'completed 3 [c]=one\ntwo\n',
    ]);
  });

  it('has the output that its end brings, whatever was streamed', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(start(results('r', 'c')));
    expect(told(rig, delta('r', 'one\n'), complete(results('r', 'c', 'one\n(cut)'))).at(-1)).toBe(
      'completed 3 [c]=one\n(cut)',
    );
  });

  it('needs no delta where its output did not stream', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(start(results('r', 'c')));
    expect(told(rig, complete(results('r', 'c', 'done')))).toEqual(['completed 3 [c]=done']);
  });

  it('ends as failed where the tool failed', () => {
    const rig = inTurn().draft(complete(results('r', 'c', 'exit 1', { status: 'failed' })));
    expect(itemAt(rig, 3).status).toBe('failed');
  });

  it('keeps the diff of a file that was changed', () => {
    const file = { type: 'file_ref' as const, path: 'a.txt', action: 'patch' as const, diff: '@@ -1 +1 @@' };
    const item = results('r', 'c', 'ok');
    const rig = inTurn().draft(complete({ ...item, content: [...item.content!, file] }));
    expect(itemAt(rig, 3).content.at(-1)).toEqual(file);
  });
});

describe('a subagent', () => {
  it('has its messages, calls and results under the call that began it', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'I delegate')))
      .draft(complete(calls('task')));
    rig.draft(complete(says('s', 'On it', { parent: 'task' })));
    rig.draft(complete(calls('t', 'c', { parent: 's' })));
    rig.draft(complete(results('r', 'c', 'done', { parent: 's' })));
    expect([3, 4, 5, 6].map((n) => parentOf(rig, n))).toEqual([2, 3, 4, 4]);
  });

  it('does not become the parent of what its master does next', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'I delegate')))
      .draft(complete(calls('task')));
    rig.draft(complete(says('s', 'On it', { parent: 'task' })));
    rig.draft(complete(calls('t')));
    expect(parentOf(rig, 5)).toBe(2);
  });

  it('is not taken for the user who began the turn', () => {
    const rig = inTurn().draft(complete(calls('task')));
    rig.draft(complete(says('s', 'Do it', { role: 'user', parent: 'task' })));
    rig.draft(complete(calls('t')));
    expect([itemAt(rig, 3).role, parentOf(rig, 3), parentOf(rig, 4)]).toEqual(['user', 2, 1]);
  });

  it('may be heard of before the call that began it', () => {
    const rig = inTurn();
    rig.draft(start(says('s', [], { parent: 'task' })));
    rig.draft(complete(says('s', 'On it'))).draft(turnEnds());
    expect(parentOf(rig, 3)).toBe(2);
    expect(eventsOf(rig, 'item.started')[1]).toMatchObject({
      synthetic: true,
      data: { item: { kind: 'message' } },
    });
  });
});
