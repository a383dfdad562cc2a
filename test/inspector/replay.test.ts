import { describe, expect, it } from 'vitest';
import { itemsInOrder, type SessionContext } from '../../machines/index.js';
import { Replay } from '../../src/inspector/machine/replay.js';
import { checkpointOf } from '../../src/sessions/checkpoint.js';
import { asksPermission, turnEnds } from '../support/drafts.js';
import { inTurn } from '../support/session-helpers.js';
import { replayed } from '../support/session-rig.js';

function story() {
  return inTurn()
    .draft({ type: 'item.started', item: { key: 'a', kind: 'message', role: 'assistant' } })
    .draft({ type: 'item.delta', key: 'a', delta: 'one ' })
    .draft({ type: 'item.delta', key: 'a', delta: 'two' })
    .draft(asksPermission('p'))
    .send({ type: 'command.reply', permissionId: 'perm_u1_1', reply: 'once', message: null })
    .draft({ type: 'item.completed', item: { key: 'a', kind: 'message', role: 'assistant' } })
    .draft(turnEnds()).events;
}

const openIn = ({ open }: SessionContext) => itemsInOrder(open).map(({ id }) => id);

describe('a replay', () => {
  it('equals the machine after each event', () => {
    const events = story();
    const replay = new Replay();
    replay.catchUp(events);
    for (let at = 0; at <= events.length; at++) {
      const { value, context } = replayed(events.slice(0, at));
      const moment = replay.at(at);
      expect(moment.value).toEqual(value);
      expect(openIn(moment.context)).toEqual(openIn(context));
      expect(Object.keys(moment.context.pending)).toEqual(Object.keys(context.pending));
      expect([moment.context.turns, moment.context.items]).toEqual([context.turns, context.items]);
    }
  });

  it('continues with new events and keeps the past', () => {
    const events = story();
    const replay = new Replay();
    replay.catchUp(events.slice(0, 5));
    const early = replay.at(5);
    replay.catchUp(events);
    expect(replay.at(5)).toBe(early);
    expect(replay.at(events.length).value).toEqual(replayed(events).value);
  });

  it('goes on from a checkpoint', () => {
    const events = story();
    for (let first = 0; first <= events.length; first++) {
      const { value, context } = replayed(events.slice(0, first));
      const replay = new Replay(checkpointOf({ value: value as never, context }));
      replay.catchUp(events.slice(first));
      for (let at = first; at <= events.length; at++) {
        const then = replayed(events.slice(0, at));
        const moment = replay.at(at);
        expect(moment.value).toEqual(then.value);
        expect(openIn(moment.context)).toEqual(openIn(then.context));
        expect([moment.context.turns, moment.context.items]).toEqual([
          then.context.turns,
          then.context.items,
        ]);
      }
    }
  });
});
