import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentOf,
  type ItemRow,
  type Row,
  Transcript,
  type UniversalEvent,
} from '../../src/client/index.js';
import { checkpointOf } from '../../src/sessions/checkpoint.js';
import { sessionInput } from '../support/arbitraries.js';
import { complete, delta, says, start, threadStarts } from '../support/drafts.js';
import { inTurn } from '../support/session-helpers.js';
import { replayed, SessionRig } from '../support/session-rig.js';

/** What views show of a conversation. */
function shown(transcript: Transcript) {
  const keys = (rows: Iterable<Row>) => [...rows].map(({ key }) => key);
  return {
    rows: transcript.rows.map(({ version, ...row }) => (row.type === 'item' ? contentAndAll(row) : row)),
    turns: transcript.turns,
    turn: transcript.turn,
    started: transcript.started,
    ended: transcript.ended,
    pending: [keys(transcript.pendingPermissions.values()), keys(transcript.pendingQuestions.values())],
    threads: [...transcript.threads.values()].map(({ version, rows, runs, pending, ...thread }) => ({
      ...thread,
      rows: keys(rows),
      runs: keys(runs),
      pending: [...pending].sort(),
    })),
    children: transcript.rows.map(({ key }) => keys(transcript.childrenOf(key))),
    plan: transcript.planOf(null)?.key,
    span: [transcript.firstSequence, transcript.lastSequence],
  };
}

/** Of an open item, nobody asks for the latest change. */
function contentAndAll(row: Omit<ItemRow, 'version'>) {
  const { streamed, before, lastSequence, ...rest } = row;
  const isOpen = row.item.status === 'in_progress';
  return { ...rest, content: contentOf(row as ItemRow), lastSequence: isOpen ? null : lastSequence };
}

/** The conversation from the events after `first` on, with what was open then. */
function startedAt(events: readonly UniversalEvent[], first: number, hasCheckpoint = true): Transcript {
  const transcript = new Transcript();
  for (const event of events.slice(first)) transcript.apply(event);
  if (hasCheckpoint) {
    const { value, context } = replayed(events.slice(0, first));
    transcript.begin(checkpointOf({ value: value as never, context }));
  }
  return transcript;
}

/** Only long texts are continued here: what agents call a continuation may be anything. */
const life = fc.array(sessionInput, { maxLength: 40, size: 'max' }).map((inputs) =>
  inputs.map((input) => {
    if (!('draft' in input) || !('item' in input.draft)) return input;
    const { continues, ...item } = input.draft.item;
    return { ...input, draft: { ...input.draft, item } } as typeof input;
  }),
);

describe('a transcript that starts in the middle', () => {
  it('equals one from the beginning when the earlier events were added page by page', () => {
    fc.assert(
      fc.property(
        life,
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (inputs, cuts, has) => {
          const rig = new SessionRig();
          for (const input of inputs) rig.send(input);
          const { events } = rig;
          if (events.length < 2) return;
          const [first, ...others] = cuts.map((cut) => 1 + (cut % (events.length - 1))).sort((a, b) => b - a);
          const transcript = startedAt(events, first!, has);
          let from = first!;
          for (const cut of [...others, 0]) {
            transcript.prepend(events.slice(cut, from));
            from = cut;
          }
          const whole = Transcript.at(events, Number.POSITIVE_INFINITY);
          expect(shown(transcript)).toEqual(shown(whole));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has the whole text of an item that was open, while it streams and when it is complete', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(delta('a', 'one two '));
    const at = rig.events.length;
    rig.draft(delta('a', 'three'));
    const streaming = startedAt(rig.events, at);
    expect(streaming.rows.map((row) => row.type === 'item' && contentOf(row))).toContainEqual([
      { type: 'text', text: 'one two three' },
    ]);
    rig.draft(complete(says('a', 'one two three')));
    const completed = startedAt(rig.events, at);
    expect(completed.rows).toHaveLength(1);
    expect(completed.rows[0]).toMatchObject({ isCut: true, item: { status: 'completed' } });
  });

  it('joins the pieces of a long text, wherever it starts', () => {
    const rig = inTurn({ textLimit: 4 })
      .draft(delta('a', 'hello wor'))
      .draft(complete(says('a', 'hello world!')));
    const whole = shown(Transcript.at(rig.events, Number.POSITIVE_INFINITY));
    for (let first = 1; first < rig.events.length; first++) {
      for (const hasCheckpoint of [true, false]) {
        for (let middle = 0; middle < first; middle++) {
          const transcript = startedAt(rig.events, first, hasCheckpoint);
          transcript.prepend(rig.events.slice(middle, first));
          transcript.prepend(rig.events.slice(0, middle));
          expect(shown(transcript)).toEqual(whole);
        }
      }
    }
  });

  it('knows the turn, the requests and the sub-agents that are under way', () => {
    const rig = inTurn().draft(threadStarts('t1'));
    const { events } = rig;
    const transcript = startedAt(events, events.length);
    expect(transcript.turn).toMatchObject({ turnId: transcript.turns[0]!.turnId });
    expect([...transcript.threads.values()].map(({ status }) => status)).toEqual(['running']);
  });

  it('keeps the rows that views hold when earlier ones are added', () => {
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(delta('a', 'one '));
    const { events } = rig;
    const transcript = startedAt(events, events.length);
    const row = transcript.rows.at(-1)!;
    const version = row.version;
    transcript.prepend(events);
    expect(transcript.rows.at(-1)).toBe(row);
    expect(row).toMatchObject({ isCut: false, sequence: events.length - 1 });
    expect(row.version).toBeGreaterThan(version);
  });
});
