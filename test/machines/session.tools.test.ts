import { describe, expect, it } from 'vitest';
import { callPart, calls, complete, delta, results, says, start, text, turnEnds } from '../support/drafts.js';
import { emitted, eventsOf, idle, inTurn, itemAt, parentOf } from '../support/session-helpers.js';

describe('a tool call', () => {
  it('is a child of the message that the agent names', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(complete(says('b', 'Hi')));
    rig.draft(complete(calls('t', 'c', { parent: 'a' })));
    expect(parentOf(rig, 4)).toBe(2);
  });

  it('may have a parent that completed long ago', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(turnEnds())
      .message('more');
    rig.draft(complete(calls('t', 'c', { parent: 'a' })));
    expect(parentOf(rig, 4)).toBe(2);
  });

  it('gets a stub for an unknown parent', () => {
    const rig = inTurn();
    expect(emitted(rig, start(calls('t', 'c', { parent: 'a' })))).toEqual([
      'start* 2 assistant message',
      'start 3 assistant tool_call',
    ]);
  });

  it("defaults to the agent's latest message of the turn as its parent", () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(complete(says('b', 'Ho')));
    rig.draft(complete(calls('t')));
    expect(parentOf(rig, 4)).toBe(3);
  });

  it("defaults to the user's message as its parent if the agent said nothing", () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(turnEnds())
      .message('more');
    rig.draft(complete(calls('t')));
    expect(itemAt(rig, 3).role).toBe('user');
    expect(parentOf(rig, 4)).toBe(3);
  });

  it('defaults to the message that started the turn, not one steered into it', () => {
    const rig = inTurn({ steer: true }).message('this too', { whenBusy: 'steer' });
    rig.draft(complete(calls('t')));
    expect(parentOf(rig, 3)).toBe(1);
  });

  it('has a parent even between turns: the latest message, or a stub', () => {
    const rig = idle();
    rig
      .draft(complete(calls('t1')))
      .draft(complete(says('a', 'Hi')))
      .draft(complete(calls('t2')));
    rig.draft({ type: 'session.ended', reason: 'completed' });
    expect([parentOf(rig, 2), parentOf(rig, 4)]).toEqual([1, 3]);
    expect(itemAt(rig, 1).status, 'nobody else completes the stub').toBe('completed');
  });

  it('is not its own parent', () => {
    const rig = inTurn().draft(complete(calls('t', 'c', { parent: 't' })));
    expect(parentOf(rig, 2)).toBe(1);
  });

  it('keeps its initial content if its completion has none', () => {
    const rig = inTurn()
      .draft(start(calls('t', 'c')))
      .draft(complete({ ...calls('t', 'c'), content: [] }));
    expect(itemAt(rig, 2).content).toEqual([callPart('c')]);
  });

  it('fails if the agent says so', () => {
    const rig = inTurn()
      .draft(start(calls('t')))
      .draft(complete(calls('t', 't', { status: 'failed' })));
    expect(itemAt(rig, 2).status).toBe('failed');
  });
});

describe('a tool result', () => {
  it("is a child of its call's parent", () => {
    const rig = inTurn()
      .draft(complete(says('a', 'Hi')))
      .draft(complete(calls('t', 'c', { parent: 'a' })));
    rig.draft(complete(results('r', 'c', 'done', { parent: 'a' })));
    expect(parentOf(rig, 4)).toBe(2);
    expect(itemAt(rig, 4)).toMatchObject({ kind: 'tool_result', role: 'tool', status: 'completed' });
  });

  it('is preceded by a placeholder call if none came', () => {
    const rig = inTurn();
    expect(emitted(rig, complete(results('r', 'c', 'done'))).slice(0, 3)).toEqual([
      'start* 2 assistant tool_call',
      'completed* 2 unknown[c]',
      'start* 3 tool tool_result',
    ]);
    expect(itemAt(rig, 3).content).toEqual([{ type: 'tool_result', call_id: 'c', output: 'done' }]);
  });

  it('gets one placeholder call at most', () => {
    const rig = inTurn().draft(complete(results('r1', 'c', 'half')));
    expect(emitted(rig, complete(results('r2', 'c', 'done')))).toEqual([
      'start* 4 tool tool_result',
      'completed 4 [c]=done',
    ]);
  });

  it('completes an open call before it starts', () => {
    const rig = inTurn().draft(start(calls('t', 'c')));
    expect(emitted(rig, start(results('r', 'c')), complete(calls('t', 'c')))).toEqual([
      'completed* 2 shell[c]',
      'start 3 tool tool_result',
    ]);
  });

  it('leaves an open message that contains its call untouched', () => {
    const rig = inTurn().draft(start(says('a', [text('Look: '), callPart('c')])));
    expect(emitted(rig, start(results('r', 'c')))).toContain('completed* 2 Look:  shell[c]');
  });

  it('may belong to a call of an earlier turn', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(turnEnds())
      .message('more');
    expect(emitted(rig, complete(results('r', 'c', 'done')))).toEqual([
      'start* 4 tool tool_result',
      'completed 4 [c]=done',
    ]);
  });

  it('streams its output as deltas, and keeps it if the completion has none', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(start(results('r', 'c')));
    expect(emitted(rig, delta('r', 'one\n'), delta('r', 'two\n'), complete(results('r', 'c')))).toEqual([
      'delta 3 one\n',
      'delta 3 two\n',
      'completed 3 [c]=one\ntwo\n',
    ]);
  });

  it('prefers the output of its completion to the streamed one', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(start(results('r', 'c')));
    expect(emitted(rig, delta('r', 'one\n'), complete(results('r', 'c', 'one\n(cut)'))).at(-1)).toBe(
      'completed 3 [c]=one\n(cut)',
    );
  });

  it('needs no delta if its output was not streamed', () => {
    const rig = inTurn()
      .draft(complete(calls('t', 'c')))
      .draft(start(results('r', 'c')));
    expect(emitted(rig, complete(results('r', 'c', 'done')))).toEqual(['completed 3 [c]=done']);
  });

  it('fails if the tool failed', () => {
    const rig = inTurn().draft(complete(results('r', 'c', 'exit 1', { status: 'failed' })));
    expect(itemAt(rig, 3).status).toBe('failed');
  });

  it('keeps the diff of a changed file', () => {
    const file = { type: 'file_ref' as const, path: 'a.txt', action: 'patch' as const, diff: '@@ -1 +1 @@' };
    const item = results('r', 'c', 'ok');
    const rig = inTurn().draft(complete({ ...item, content: [...item.content!, file] }));
    expect(itemAt(rig, 3).content.at(-1)).toEqual(file);
  });
});

describe('a subagent', () => {
  it('has its messages, calls and results under the call that started it', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'I delegate')))
      .draft(complete(calls('task')));
    rig.draft(complete(says('s', 'On it', { parent: 'task' })));
    rig.draft(complete(calls('t', 'c', { parent: 's' })));
    rig.draft(complete(results('r', 'c', 'done', { parent: 's' })));
    expect([3, 4, 5, 6].map((n) => parentOf(rig, n))).toEqual([2, 3, 4, 4]);
  });

  it('does not become the parent of later items of the main agent', () => {
    const rig = inTurn()
      .draft(complete(says('a', 'I delegate')))
      .draft(complete(calls('task')));
    rig.draft(complete(says('s', 'On it', { parent: 'task' })));
    rig.draft(complete(calls('t')));
    expect(parentOf(rig, 5)).toBe(2);
  });

  it('is not mistaken for the user of the turn', () => {
    const rig = inTurn().draft(complete(calls('task')));
    rig.draft(complete(says('s', 'Do it', { role: 'user', parent: 'task' })));
    rig.draft(complete(calls('t')));
    expect([itemAt(rig, 3).role, parentOf(rig, 3), parentOf(rig, 4)]).toEqual(['user', 2, 1]);
  });

  it('may precede the call that started it', () => {
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
