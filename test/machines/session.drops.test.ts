import { describe, expect, it } from 'vitest';
import { asksPermission, turnEnds } from '../support/drafts.js';
import { idle, inTurn } from '../support/session-helpers.js';
import type { SessionRig } from '../support/session-rig.js';

/** The dropped drafts with their reasons, one line each. */
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

describe('a dropped draft is reported with its reason', () => {
  it('when an item starts twice', () => {
    const rig = inTurn().draft(start('a'));
    expect(drops(rig, () => rig.draft(start('a')))).toEqual([
      'draft.item.started a: the item has already started',
    ]);
  });

  it.each([start('a'), delta('a'), complete('a')])('when the item is settled: $type', (late) => {
    const rig = inTurn().draft(start('a')).draft(complete('a'));
    expect(drops(rig, () => rig.draft(late))).toEqual([`draft.${late.type} a: the item is already settled`]);
  });

  it('once for a run of deltas', () => {
    const rig = inTurn().draft(start('a')).draft(complete('a'));
    const more = Array.from({ length: 20 }, () => ({ delta: 'y', raw: null }));
    const late = () => rig.send({ type: 'draft.item.delta', draft: delta('a'), raw: null, more });
    expect(drops(rig, late)).toHaveLength(1);
  });

  it('when a turn starts inside a turn, but not when the agent confirms the turn of a message', () => {
    const rig = inTurn();
    expect(drops(rig, () => rig.draft({ type: 'turn.started' }))).toEqual([]);
    rig.draft(start('a'));
    expect(drops(rig, () => rig.draft({ type: 'turn.started' }))).toEqual([
      'draft.turn.started null: a turn is already running',
    ]);
  });

  it('when a turn ends that is not running', () => {
    const rig = idle();
    expect(drops(rig, () => rig.draft(turnEnds()))).toEqual(['draft.turn.ended null: no turn is running']);
    rig.message('hello');
    expect(drops(rig, () => rig.draft({ type: 'turn.ended', outcome: 'completed', turn: 'stale' }))).toEqual([
      'draft.turn.ended stale: another turn is running',
    ]);
  });

  it('when a request is asked twice, but not when the agent confirms its resolution', () => {
    const rig = inTurn().draft(asksPermission('p'));
    expect(drops(rig, () => rig.draft(asksPermission('p')))).toEqual([
      'draft.permission.requested p: the request is already pending',
    ]);
    const withdraw = () => rig.draft({ type: 'permission.resolved', key: 'p', reply: 'cancelled' });
    expect(drops(rig, withdraw)).toEqual([]);
    expect(drops(rig, withdraw)).toEqual([]);
  });

  it('and accepted drafts are not reported', () => {
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
