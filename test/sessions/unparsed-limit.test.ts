import { expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Draft } from '../../src/schema/index.js';
import { UnparsedLimit } from '../../src/sessions/unparsed-limit.js';

const junk = (line: number): Draft => ({
  type: 'agent.unparsed',
  error: `line ${line} is not JSON`,
  location: 'mock',
  raw_hash: `hash of ${line}`,
});
const ended: Draft = { type: 'turn.ended', outcome: 'completed' };

function rig(limit = 2) {
  const clock = new SimulatedClock();
  const onDrafts = vi.fn<(drafts: Draft[], text: string | null) => void>();
  const unparsed = new UnparsedLimit({
    limit,
    clock,
    onDrafts,
    onSummary: (draft) => onDrafts([draft], null),
  });
  let line = 0;
  return {
    clock,
    unparsed,
    take: (...drafts: Draft[]) => unparsed.take(drafts, 'text'),
    print(lines: number): void {
      for (let i = 0; i < lines; i++) unparsed.take([junk(++line)], 'text');
    },
    /** Errors and types of the drafts passed on since the last call. */
    passed: () =>
      onDrafts.mock.calls
        .splice(0)
        .map(([drafts, text]) => [
          ...drafts.map((draft) => (draft.type === 'agent.unparsed' ? draft.error : draft.type)),
          text,
        ]),
  };
}

it('passes everything on until there is too much junk', () => {
  const { take, print, passed } = rig();
  take({ type: 'turn.started' });
  print(2);
  take();
  take({ type: 'item.delta', key: 'a', delta: 'x' });
  expect(passed()).toEqual([
    ['turn.started', 'text'],
    ['line 1 is not JSON', 'text'],
    ['line 2 is not JSON', 'text'],
    ['text'],
    ['item.delta', 'text'],
  ]);
});

it('reports further lines as one, before the turn ends, and begins anew', () => {
  const { take, print, passed } = rig();
  print(200_000);
  take(ended);
  print(3);
  take(ended);
  expect(passed()).toEqual([
    ['line 1 is not JSON', 'text'],
    ['line 2 is not JSON', 'text'],
    ['199998 more lines could not be parsed', null],
    ['turn.ended', 'text'],
    ['line 200001 is not JSON', 'text'],
    ['line 200002 is not JSON', 'text'],
    ['1 more line could not be parsed', null],
    ['turn.ended', 'text'],
  ]);
});

it('reports them when they pause, but not before', () => {
  const { clock, print, passed } = rig(0);
  print(1);
  for (let second = 0; second < 3; second++) {
    clock.increment(900);
    print(1);
  }
  expect(passed()).toEqual([]);
  clock.increment(1_000);
  clock.increment(1_000);
  expect(passed()).toEqual([['4 more lines could not be parsed', null]]);
  print(1);
  clock.increment(2_000);
  expect(passed()).toEqual([['1 more line could not be parsed', null]]);
});

it('reports them on request, once', () => {
  const { clock, print, passed, unparsed } = rig(0);
  print(3);
  unparsed.report();
  unparsed.report();
  clock.increment(10_000);
  expect(passed()).toEqual([['3 more lines could not be parsed', null]]);
});

it('shows the place and the hash of the latest line', () => {
  const onDrafts = vi.fn();
  const unparsed = new UnparsedLimit({
    limit: 0,
    clock: new SimulatedClock(),
    onDrafts,
    onSummary: (draft) => onDrafts([draft], null),
  });
  unparsed.take([junk(1)], 'text');
  unparsed.take([junk(2)], 'text');
  unparsed.report();
  expect(onDrafts.mock.calls).toEqual([[[{ ...junk(2), error: '2 more lines could not be parsed' }], null]]);
});

it('passes on the other drafts of a payload that is withheld in part', () => {
  const { take, passed } = rig(0);
  take(junk(1), ended);
  expect(passed()).toEqual([
    ['1 more line could not be parsed', null],
    ['turn.ended', 'text'],
  ]);
});
