import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textIn } from '../../machines/session/text-parts.js';
import type { UniversalItem } from '../../src/schema/index.js';
import {
  calls,
  complete,
  delta,
  reasoning,
  resultPart,
  results,
  says,
  start,
  text,
  turnEnds,
} from '../support/drafts.js';
import { emitted, eventsOf, idle, itemAt } from '../support/session-helpers.js';
import type { SessionRig } from '../support/session-rig.js';

/** The pieces of the item that began as item `number`, as completed. */
function pieces(rig: SessionRig, number: number): UniversalItem[] {
  const found = [itemAt(rig, number)];
  for (const { data } of eventsOf(rig, 'item.completed'))
    if (data.item.continues === found.at(-1)!.item_id) found.push(data.item);
  return found;
}

/** A session in its first turn, with a message of the user that is short enough. */
const speaking = (textLimit?: number) =>
  idle(textLimit === undefined ? {} : { textLimit }).message('hi', { messageId: 'm1' });

const textsOf = (items: readonly UniversalItem[]) => items.map(({ content }) => textIn(content));

describe('a long text', () => {
  it('is continued by further items where it gets too long', () => {
    const rig = speaking(6);
    expect(
      emitted(
        rig,
        start(says('a', [], { native_item_id: 'n' })),
        delta('a', 'hell'),
        delta('a', 'o world'),
        complete(says('a')),
      ),
    ).toEqual([
      'start 2 assistant message',
      'delta 2 hell',
      'delta 2 o ',
      'completed* 2 hello ',
      'start* 3 assistant message',
      'delta 3 world',
      'completed 3 world',
    ]);
    const [first, second] = pieces(rig, 2);
    const { item_id, content, continues, ...same } = first!;
    expect(second).toMatchObject({ ...same, continues: item_id });
    expect(second!.native_item_id).toBe('n');
  });

  it('is whole if it is just as long as an item may be', () => {
    const rig = speaking(6);
    rig.draft(delta('a', 'hello ')).draft(complete(says('a', 'hello ')));
    expect(textsOf(pieces(rig, 2))).toEqual(['hello ']);
  });

  it('is cut between code points, also if their halves come apart', () => {
    const rig = speaking(5);
    rig
      .draft(delta('a', 'ab\ud83d'))
      .draft(delta('a', '\ude00c'))
      .draft(delta('a', 'äöü'))
      .draft(complete(says('a')));
    expect(textsOf(pieces(rig, 2))).toEqual(['ab', '😀c', 'äö', 'ü']);
  });

  it('may come as one, without deltas, and as a run of deltas', () => {
    const rig = speaking(4);
    rig.draft(complete(says('a', 'hello world')));
    expect(textsOf(pieces(rig, 2))).toEqual(['hell', 'o wo', 'rld']);
    const more = ['lo ', 'world'].map((each) => ({ delta: each, raw: each }));
    rig.send({ type: 'draft.item.delta', draft: delta('b', 'hel'), raw: 'hel', more });
    rig.draft(complete(says('b', 'hello world')));
    expect(textsOf(pieces(rig, 5))).toEqual(['hell', 'o wo', 'rld']);
  });

  it("may be a user's message, or reasoning", () => {
    const rig = idle({ textLimit: 4 }).message('hello world');
    expect(textsOf(pieces(rig, 1))).toEqual(['hell', 'o wo', 'rld']);
    rig.draft(complete(says('a', [reasoning('thinking'), text('ok')])));
    const thoughts = eventsOf(rig, 'item.completed').filter(
      ({ data }) => data.item.content[0]?.type === 'reasoning',
    );
    expect(thoughts.map(({ data }) => data.item.content)).toEqual([[reasoning('thin')], [reasoning('king')]]);
  });

  it('may be the output of a tool, streamed or not; its status and other parts belong to the last piece', () => {
    const rig = speaking(4).draft(complete(calls('c', 'call')));
    const file = { type: 'file_ref', path: 'p', action: 'write' } as const;
    rig.draft(start(results('r', 'call'))).draft(delta('r', 'hello world'));
    rig.draft(complete({ ...results('r', 'call'), content: [resultPart('call'), file], status: 'failed' }));
    expect(pieces(rig, 3).map(({ status, content }) => [status, ...content])).toEqual([
      ['completed', resultPart('call', 'hell')],
      ['completed', resultPart('call', 'o wo')],
      ['failed', resultPart('call', 'rld'), file],
    ]);
    rig.draft(complete({ ...results('s', 'call'), content: [resultPart('call', 'whole out'), file] }));
    expect(pieces(rig, 6).map(({ content }) => content)).toEqual([
      [resultPart('call', 'whol')],
      [resultPart('call', 'e ou')],
      [resultPart('call', 't'), file],
    ]);
  });

  it('may be the output that a tool result starts with', () => {
    const rig = speaking(4).draft(complete(calls('c', 'call')));
    rig.draft(start(results('r', 'call', 'hello world'))).draft(turnEnds());
    expect(textsOf(pieces(rig, 3))).toEqual(['hell', 'o wo', 'rld']);
    for (const { data } of eventsOf(rig, 'item.started')) expect(textIn(data.item.content)).toBe('');
  });

  it('may go on in the final text', () => {
    const rig = speaking(4).draft(delta('a', 'hello'));
    rig.draft(complete(says('a', 'hello world')));
    expect(textsOf(pieces(rig, 2))).toEqual(['hell', 'o wo', 'rld']);
  });

  it.each(['jello world', 'hellX world', 'hell'])(
    'fails in its open piece only if the final one is %s',
    (final) => {
      const rig = speaking(4).draft(delta('a', 'hello'));
      rig.draft(complete(says('a', final)));
      expect(pieces(rig, 2).map(({ status }) => status)).toEqual(['completed', 'failed']);
      expect(itemAt(rig, 4).continues).toBeNull();
      expect(textsOf(pieces(rig, 4)).join('')).toBe(final);
    },
  );

  it('has the native payload with every event that follows from it', () => {
    const rig = speaking(4);
    const raws: (string | null)[] = [];
    rig.actor.on('event', ({ raw }) => raws.push(raw));
    rig.draft(start(says('a'))).draft(delta('a', 'hello'));
    expect(raws.map((raw) => raw !== null)).toEqual([true, true, true, true, true]);
  });

  it('is a piece of at most 1 MiB by default', () => {
    const rig = speaking();
    rig.draft(complete(says('a', 'ä'.repeat(1_200_000))));
    expect(textsOf(pieces(rig, 2)).map((piece) => Buffer.byteLength(piece))).toEqual([
      1_048_576, 1_048_576, 302_848,
    ]);
    for (const event of rig.events) expect(JSON.stringify(event).length).toBeLessThan(1_100_000);
  });
});

describe('a long text, whatever its deltas', () => {
  const unit = fc.constantFrom('a', 'ä', '€', '😀', '\ud83d', '\ude00', 'xyz');
  const deltas = fc.array(
    fc.array(unit, { maxLength: 6 }).map((units) => units.join('')),
    { maxLength: 12 },
  );
  const limit = fc.integer({ min: 4, max: 12 });
  const kind = fc.constantFrom('message', 'thought', 'result');

  it('is the text of its pieces joined, each within the limit', () => {
    fc.assert(
      fc.property(deltas, limit, kind, fc.boolean(), (parts, textLimit, given, isTold) => {
        const rig = speaking(textLimit).draft(complete(calls('c', 'call')));
        const whole = parts.join('');
        const content = (final: string) =>
          given === 'result'
            ? [resultPart('call', final)]
            : given === 'thought'
              ? [reasoning(final)]
              : [text(final)];
        const item = given === 'result' ? results('r', 'call') : says('r', content(''));
        rig.draft(start(item));
        const [first = '', ...more] = parts;
        const run = more.map((each) => ({ delta: each, raw: null }));
        rig.send({ type: 'draft.item.delta', draft: delta('r', first), raw: null, more: run });
        rig.draft(complete({ ...item, content: content(isTold ? whole : '') }));
        const found = pieces(rig, 3);
        expect(textsOf(found).join('')).toBe(whole);
        for (const piece of textsOf(found)) {
          expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(textLimit);
          expect(found.length === 1 || isWhole(piece, whole)).toBe(true);
        }
        expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['completed']));
      }),
      { numRuns: 500, examples: [[['\ud83d', '\ude00'], 4, 'message', false]] },
    );
  });
});

/** Whether a piece is cut between code points, except where the text itself has halves. */
function isWhole(piece: string, whole: string): boolean {
  const half = /\p{Surrogate}/u;
  return !half.test(piece) || half.test(whole);
}
