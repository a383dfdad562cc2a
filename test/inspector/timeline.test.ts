import { describe, expect, it } from 'vitest';
import type { Refusal, UniversalEvent } from '../../src/client/index.js';
import { Transcript } from '../../src/client/index.js';
import { elapsed } from '../../src/inspector/timeline/elapsed.js';
import {
  KindCounts,
  rowAt,
  sequenceOf,
  type TimelineRow,
  TimelineRows,
} from '../../src/inspector/timeline/rows.js';
import { stepFrom, turnFrom } from '../../src/inspector/timeline/steps.js';
import { bandsOf } from '../../src/inspector/timeline/strip.js';
import { summaryOf } from '../../src/inspector/timeline/summary.js';
import { asksPermission, turnEnds } from '../support/drafts.js';
import { inTurn } from '../support/session-helpers.js';

const start = (key: string) =>
  ({ type: 'item.started', item: { key, kind: 'message', role: 'assistant' } }) as const;
const stream = (key: string, text: string) => ({ type: 'item.delta', key, delta: text }) as const;

/** session.started, turn.started, the user's item (three events), a start, three deltas, one of another item, … */
function events(): UniversalEvent[] {
  return inTurn()
    .draft(start('a'))
    .draft(stream('a', 'one '))
    .draft(stream('a', 'two '))
    .draft(stream('a', 'three'))
    .draft(start('b'))
    .draft(stream('b', 'other'))
    .draft(asksPermission('p', { command: 'ls' }))
    .draft(turnEnds()).events;
}

const refusal = (sequence: number): Refusal => ({
  sessionId: 's1',
  number: 1,
  sequence,
  at: '2026-01-01T00:00:00.000Z',
  input: 'command.reply',
  subject: 'perm_9',
  reason: 'permission perm_9 is not pending',
  problem: null,
  count: 1,
});

const none = { kinds: new Set<never>(), text: '' };
const line = (row: TimelineRow) =>
  row.kind === 'refusal'
    ? `✕ ${row.refusal.input}`
    : row.kind === 'run'
      ? `run of ${row.count}: ${row.text}`
      : `${row.event.sequence} ${row.event.type}`;

describe('the rows of a timeline', () => {
  it('contain every event, with runs of deltas merged', () => {
    const rows = new TimelineRows(none, new Set(), []).catchUp(events());
    expect(rows.slice(0, 8).map(line)).toEqual([
      '1 session.started',
      '2 turn.started',
      '3 item.started',
      'run of 1: hello',
      '5 item.completed',
      '6 item.started',
      'run of 3: one two three',
      '10 item.started',
    ]);
  });

  it('are the same whether events arrive at once or one by one', () => {
    const all = events();
    const slow = new TimelineRows(none, new Set(), [refusal(8)]);
    for (let i = 1; i <= all.length; i++) slow.catchUp(all.slice(0, i));
    expect(slow.rows.map(line)).toEqual(
      new TimelineRows(none, new Set(), [refusal(8)]).catchUp(all).map(line),
    );
  });

  it('contain the deltas of an expanded run', () => {
    const rows = new TimelineRows(none, new Set([7]), []).catchUp(events());
    expect(rows.slice(6, 10).map(line)).toEqual([
      'run of 3: one two three',
      '7 item.delta',
      '8 item.delta',
      '9 item.delta',
    ]);
  });

  it('contain refusals in order, even inside a run', () => {
    const rows = new TimelineRows(none, new Set(), [refusal(8)]).catchUp(events());
    expect(rows.slice(6, 9).map(line)).toEqual(['run of 2: one two ', '✕ command.reply', 'run of 1: three']);
  });

  it('are filtered by kind and by text', () => {
    const of = (filter: ConstructorParameters<typeof TimelineRows>[0]) =>
      new TimelineRows(filter, new Set(), [refusal(2)]).catchUp(events()).map(line);
    expect(of({ kinds: new Set(['turn']), text: '' }).map((text) => text.split(' ')[1])).toEqual([
      'turn.started',
      'turn.ended',
    ]);
    expect(of({ kinds: new Set(['refused']), text: '' })).toEqual(['✕ command.reply']);
    expect(of({ kinds: new Set(), text: 'other' })[0]).toBe('run of 1: other');
    expect(of({ kinds: new Set(), text: 'perm_9' })).toEqual(['✕ command.reply']);
  });

  it('are found by event', () => {
    const rows = new TimelineRows(none, new Set(), [refusal(5)]).catchUp(events());
    expect(line(rows[rowAt(rows, 8)]!)).toBe('run of 3: one two three');
    expect(line(rows[rowAt(rows, 5)]!)).toBe('5 item.completed');
    expect(sequenceOf(rows[rowAt(rows, 1)]!)).toBe(1);
    expect(rowAt(rows, 0)).toBe(-1);
  });

  it('are counted by kind', () => {
    const counter = new KindCounts();
    counter.catchUp(events().slice(0, 4));
    expect(counter.catchUp(events())).toMatchObject({ session: 1, turn: 2, delta: 5, permission: 2 });
  });
});

describe('an event summary', () => {
  it.each([
    ['permission.requested', 'Run ls (shell)'],
    ['permission.resolved', 'denied · cancelled · by daemon'],
    ['item.delta', 'hello'],
    ['turn.ended', 'completed'],
  ])('%s: %s', (type, summary) => {
    expect(summaryOf(events().find((event) => event.type === type)!)).toBe(summary);
  });

  it('is short, whatever the event contains', () => {
    const event = events().find(({ type }) => type === 'item.delta')!;
    const long = { ...event, data: { ...event.data, delta: 'word \n'.repeat(1e6) } } as UniversalEvent;
    expect(summaryOf(long).length).toBeLessThan(250);
    expect(summaryOf(long)).not.toContain('\n');
  });
});

describe('steps', () => {
  const turns = [2, 10, 20];
  const span = { first: 1, last: 30, total: 30 };

  it('move from event to event, and from the last one to now', () => {
    expect([stepFrom(30, 5, 1), stepFrom(30, 5, -1), stepFrom(30, 1, -1), stepFrom(30, 29, 1)]).toEqual([
      6,
      4,
      1,
      null,
    ]);
  });

  it('move from turn to turn', () => {
    const from = (at: number, by: 1 | -1) => turnFrom(turns, span, at, by);
    expect([from(15, -1), from(10, -1), from(2, -1)]).toEqual([10, 2, 1]);
    expect([from(15, 1), from(20, 1)]).toEqual([20, null]);
  });

  it('end where other events are to be loaded', () => {
    const part = { first: 501, last: 1000, total: 40_000 };
    expect([turnFrom([600], part, 550, -1), turnFrom([600], part, 700, 1)]).toEqual([500, 1001]);
  });

  it('show readable elapsed times', () => {
    const at = (ms: number) => new Date(ms).toISOString();
    expect([
      elapsed(null, at(5)),
      elapsed(at(0), at(12)),
      elapsed(at(0), at(1500)),
      elapsed(at(0), at(120_000)),
    ]).toEqual(['+0 ms', '+12 ms', '+1.5 s', '+2 min']);
  });
});

describe('the strip', () => {
  it('has a band for each turn, request, error and refusal', () => {
    const all = events();
    const { turns, rows } = Transcript.at(all, all.length);
    const bands = bandsOf({ turns, rows, refusals: [refusal(3)], first: 1, total: all.length });
    const count = (path: string) => path.split('M').length - 1;
    expect([count(bands.turns), count(bands.requests), count(bands.errors), count(bands.refusals)]).toEqual([
      1, 1, 0, 1,
    ]);
  });
});
