import { describe, expect, it } from 'vitest';
import { machineGraph } from '../../src/diagrams/index.js';
import { Entries } from '../../src/inspector/machine/entries.js';
import { Replay } from '../../src/inspector/machine/replay.js';
import { counterpartOf } from '../../src/inspector/why/counterpart.js';
import { explain } from '../../src/inspector/why/explain.js';
import { stepText } from '../../src/inspector/why/transition-words.js';
import { waitText } from '../../src/inspector/why/wait-words.js';
import { Waits } from '../../src/inspector/why/waits.js';
import type { UniversalEvent } from '../../src/schema/index.js';
import {
  asksPermission,
  calls,
  complete,
  fails,
  results,
  threadEnds,
  threadStarts,
  turnEnds,
} from '../support/drafts.js';
import { inTurn, newSession } from '../support/session-helpers.js';

const replayOf = (events: readonly UniversalEvent[]) => {
  const replay = new Replay();
  replay.catchUp(events);
  return replay;
};

/** The explanation of the nth event of a type. */
function explained(events: readonly UniversalEvent[], type: UniversalEvent['type'], nth = 0) {
  const event = events.filter((each) => each.type === type)[nth]!;
  const steps = explain(replayOf(events).at(event.sequence - 1), event);
  return steps.map((step) => ({
    text: stepText(type, step),
    guard: step.taken?.guard ?? null,
    refused: step.refused.map(({ guard }) => guard),
  }));
}

const reply = (nth: number) =>
  ({ type: 'command.reply', permissionId: `perm_u1_${nth}`, reply: 'once', message: null }) as const;

describe('the explanation of an event', () => {
  it('names the transition', () => {
    const { events } = inTurn().draft(asksPermission('p'));
    expect(explained(events, 'permission.requested')).toEqual([
      { text: 'permission.requested: none → waiting', guard: null, refused: [] },
    ]);
  });

  it('names the guard that let it through, and the one that refused before', () => {
    const rig = inTurn().draft(asksPermission('p')).draft(asksPermission('q'));
    const { events } = rig.send(reply(1)).send(reply(2));
    expect(explained(events, 'permission.resolved', 0)).toEqual([
      { text: 'permission.resolved: handled in waiting', guard: null, refused: ['isLastRequest'] },
    ]);
    expect(explained(events, 'permission.resolved', 1)).toEqual([
      { text: 'permission.resolved: waiting → none', guard: 'isLastRequest', refused: [] },
    ]);
  });

  it('has every region that an event concerns, and those that refused', () => {
    const rig = inTurn().draft(complete(calls('c')));
    const { events } = rig.draft(threadStarts('n1', { call: 'c' })).draft(threadEnds('n1'));
    const starts = events.filter(({ type }) => type === 'item.started').length - 1;
    expect(explained(events, 'item.started', starts)).toEqual([
      { text: 'item.started: none → running', guard: 'isRun', refused: [] },
      { text: 'item.started: none → open', guard: null, refused: [] },
    ]);
    expect(explained(events, 'item.started', 0)).toContainEqual({
      text: 'item.started: none stays',
      guard: null,
      refused: ['isRun'],
    });
  });

  it('tells that an inner state refused what an outer one handled', () => {
    const { events } = inTurn().draft(fails('overloaded'));
    expect(explained(events, 'error')).toEqual([
      { text: 'error: handled in live', guard: null, refused: ['isOverflow'] },
    ]);
  });

  it('does not take for refused what an inner state took over', () => {
    const rig = inTurn({ openItems: 2 });
    for (const key of ['a', 'b', 'c'])
      rig.draft({ type: 'item.started', item: { key, kind: 'message', role: 'assistant' } });
    expect(explained(rig.events, 'error')).toEqual([
      { text: 'error: active → interrupting', guard: 'isOverflow', refused: [] },
    ]);
  });

  it('explains an event from any moment, without the events before it', () => {
    const { events } = inTurn().draft(asksPermission('p'));
    const { value, context } = replayOf(events).at(events.length - 1);
    const checkpoint = structuredClone({ value, context });
    expect(explain(checkpoint, events.at(-1)!)).toEqual(explain({ value, context }, events.at(-1)!));
  });

  it('links a request and its outcome', () => {
    const { events } = inTurn().draft(asksPermission('p')).send(reply(1));
    const [asked, resolved] = events.filter(({ type }) => type.startsWith('permission.'));
    expect(counterpartOf(events, asked!)).toBe(resolved);
    expect(counterpartOf(events, resolved!)).toBe(asked);
    expect(counterpartOf(events, events[0]!)).toBeNull();
  });
});

describe('the entries of states', () => {
  it('tell when a state was entered and an arrow was taken, up to any event', () => {
    const { events } = inTurn().draft(turnEnds()).message('again').draft(turnEnds());
    const replay = replayOf(events);
    const entries = new Entries(machineGraph('session')).catchUp(replay.moments);
    const of = (type: string) => events.filter((each) => each.type === type).map(({ sequence }) => sequence);
    const [first, second] = of('turn.started');
    expect(entries.upTo('state-live-turn-running', Number.POSITIVE_INFINITY)).toEqual([first, second]);
    expect(entries.upTo('state-live-turn-running', second! - 1)).toEqual([first]);
    expect(entries.upTo('transition-live-turn-running--live-turn-idle', events.length)).toEqual(
      of('turn.ended'),
    );
    expect(entries.upTo('state-starting', events.length)).toEqual([0]);
    expect(entries.upTo('state-ended', events.length)).toEqual([]);
  });

  it('tell arrows apart that carry the same event', () => {
    const stderr = { head: '', truncated: false, total_lines: 0 };
    const { events } = inTurn().send({ type: 'agent.exited', exit: { code: 1, signal: null, stderr } });
    const entries = new Entries(machineGraph('session')).catchUp(replayOf(events).moments);
    expect(entries.upTo('transition-live--ended', events.length)).toEqual([events.length]);
    expect(entries.upTo('transition-ending--ended', events.length)).toEqual([]);
    expect(entries.upTo('transition-live-threads-none--live-threads-running', events.length)).toEqual([]);
  });
});

/** The events with a gap of a minute before each one that `isLate` picks. */
function late(events: readonly UniversalEvent[], isLate: (event: UniversalEvent) => boolean) {
  let minutes = 0;
  return events.map((event): UniversalEvent => {
    if (isLate(event)) minutes++;
    return { ...event, time: new Date(Date.parse(event.time) + minutes * 60_000).toISOString() };
  });
}

function waitBefore(events: readonly UniversalEvent[], isLate: (event: UniversalEvent) => boolean) {
  const waits = new Waits().catchUp(late(events, isLate));
  return [...waits.gaps.values()].map(({ waitedFor }) => waitText(waitedFor));
}

describe('a time without events', () => {
  const asked = () =>
    inTurn().draft(asksPermission('p')).send(reply(1)).draft(turnEnds()).message('again').events;
  const nthOf = (type: UniversalEvent['type'], nth = 0) => {
    let seen = 0;
    return (event: UniversalEvent) => event.type === type && seen++ === nth;
  };

  it('was spent waiting for a human', () => {
    expect(waitBefore(asked(), nthOf('permission.resolved'))).toEqual([
      expect.stringMatching(/^your approval: ./),
    ]);
    expect(waitBefore(asked(), nthOf('turn.started', 1))).toEqual(['your next message']);
  });

  it('was spent waiting for the model', () => {
    const { events } = inTurn().draft(turnEnds());
    expect(waitBefore(events, nthOf('turn.ended'))).toEqual(['the model']);
  });

  it('was spent waiting for a tool that had not returned', () => {
    const isResult = (event: UniversalEvent) =>
      event.type === 'item.started' && event.data.item.kind === 'tool_result';
    const worked = inTurn()
      .draft(complete(calls('c')))
      .draft(complete(results('r', 'c')));
    expect(waitBefore(worked.events, isResult)).toEqual([expect.stringMatching(/^a tool: ./)]);
  });

  it('was spent waiting for a retry', () => {
    const { events } = inTurn()
      .draft(fails('slow down', { details: { retryable: true, category: 'overloaded' } }))
      .draft(turnEnds());
    expect(waitBefore(events, ({ type }) => type === 'turn.ended')).toEqual(['a retry: slow down']);
  });

  it('was spent waiting for sub-agents', () => {
    const rig = inTurn().draft(complete(calls('c')));
    const { events } = rig
      .draft(threadStarts('n1', { call: 'c' }))
      .draft(turnEnds())
      .draft(threadEnds('n1'));
    const isEnd = (event: UniversalEvent) => event === events.at(-1);
    expect(waitBefore(events, isEnd)).toEqual([expect.stringMatching(/^sub-agents: ./)]);
  });

  it('is no gap if it is short', () => {
    expect(waitBefore(asked(), () => false)).toEqual([]);
  });

  it('knows the event that brought the session into its status', () => {
    const types = (events: readonly UniversalEvent[]) =>
      new Waits().catchUp(events).statusEvent?.type ?? null;
    expect(types([])).toBeNull();
    expect(types(newSession().ready().events)).toBe('session.started');
    expect(types(inTurn().events)).toBe('turn.started');
    expect(types(inTurn().draft(asksPermission('p')).events)).toBe('permission.requested');
    expect(types(inTurn().draft(turnEnds()).events)).toBe('turn.ended');
  });
});
