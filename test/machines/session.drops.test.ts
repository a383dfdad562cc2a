import { describe, expect, it } from 'vitest';
import { asksPermission, turnEnds } from '../support/drafts.js';
import type { SessionRig } from '../support/session-rig.js';
import { idle, inTurn } from '../support/story.js';

/** What was dropped, and why, a line each. */
function drops(rig: SessionRig, act: () => unknown): string[] {
  const lines: string[] = [];
  const { unsubscribe } = rig.actor.on('dropped', ({ input, subject, reason }) =>
    lines.push(`${input} ${subject}: ${reason}`),
  );
  act();
  unsubscribe();
  return lines;
}

const start = (key: string) =>
  ({ type: 'item.started', item: { key, kind: 'message', role: 'assistant' } }) as const;
const complete = (key: string) =>
  ({ type: 'item.completed', item: { key, kind: 'message', role: 'assistant' } }) as const;
const delta = (key: string, text = 'x') => ({ type: 'item.delta', key, delta: text }) as const;

describe('a draft that is dropped is told, with the reason', () => {
  it('where an item is started twice', () => {
    const rig = inTurn().draft(start('a'));
    expect(drops(rig, () => rig.draft(start('a')))).toEqual([
      'draft.item.started a: the item was started already',
    ]);
  });

  it.each([start('a'), delta('a'), complete('a')])('where the item is settled: $type', (late) => {
    const rig = inTurn().draft(start('a')).draft(complete('a'));
    expect(drops(rig, () => rig.draft(late))).toEqual([
      `draft.${late.type} a: the item is settled: nothing changes it any more`,
    ]);
  });

  it('once for a run of deltas', () => {
    const rig = inTurn().draft(start('a')).draft(complete('a'));
    const more = Array.from({ length: 20 }, () => ({ delta: 'y', raw: null }));
    const late = () => rig.send({ type: 'draft.item.delta', draft: delta('a'), raw: null, more });
    expect(drops(rig, late)).toHaveLength(1);
  });

  it('where a turn begins inside a turn, but not where the agent confirms the one that a message began', () => {
    const rig = inTurn();
    expect(drops(rig, () => rig.draft({ type: 'turn.started' }))).toEqual([]);
    rig.draft(start('a'));
    expect(drops(rig, () => rig.draft({ type: 'turn.started' }))).toEqual([
      'draft.turn.started null: a turn is running already',
    ]);
  });

  it('where a turn ends that does not run', () => {
    const rig = idle();
    expect(drops(rig, () => rig.draft(turnEnds()))).toEqual(['draft.turn.ended null: no turn is running']);
    rig.message('hello');
    expect(drops(rig, () => rig.draft({ type: 'turn.ended', outcome: 'completed', turn: 'stale' }))).toEqual([
      'draft.turn.ended stale: another turn is running',
    ]);
  });

  it('where a request is asked twice, but not where the agent confirms that it is settled', () => {
    const rig = inTurn().draft(asksPermission('p'));
    expect(drops(rig, () => rig.draft(asksPermission('p')))).toEqual([
      'draft.permission.requested p: it is asked already, and waits for a human',
    ]);
    const withdraw = () => rig.draft({ type: 'permission.resolved', key: 'p', reply: 'cancelled' });
    expect(drops(rig, withdraw)).toEqual([]);
    expect(drops(rig, withdraw)).toEqual([]);
  });

  it('and nothing is told of what is taken', () => {
    const rig = inTurn();
    const all = () =>
      rig
        .draft(start('a'))
        .draft(delta('a'))
        .draft(delta('b'))
        .draft(complete('a'))
        .draft(asksPermission('p'))
        .draft(turnEnds());
    expect(drops(rig, all)).toEqual([]);
  });
});
