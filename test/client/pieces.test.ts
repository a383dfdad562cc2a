import { describe, expect, it } from 'vitest';
import { contentOf, type ItemRow, Transcript } from '../../src/client/index.js';
import { calls, complete, delta, reasoning, resultPart, results, says, start } from '../support/drafts.js';
import { idle } from '../support/session-helpers.js';
import type { SessionRig } from '../support/session-rig.js';

const rig = () => idle({ textLimit: 4 }).message('hi');

/** The items of the conversation after each of the last events: their status and parts. */
function shown({ events }: SessionRig) {
  const { rows } = Transcript.at(events, Number.POSITIVE_INFINITY);
  const items = rows.filter((row): row is ItemRow => row.type === 'item');
  return items.map((row) => [row.item.status, ...contentOf(row)]);
}

const hi = ['completed', { type: 'text', text: 'hi' }];

describe('an item that others continue', () => {
  it('is one row, while it is streamed and when it is complete', () => {
    const session = rig().draft(delta('a', 'hello wor'));
    expect(shown(session)).toEqual([hi, ['in_progress', { type: 'text', text: 'hello wor' }]]);
    session.draft(complete(says('a', 'hello world')));
    expect(shown(session)).toEqual([hi, ['completed', { type: 'text', text: 'hello world' }]]);
  });

  it('may be a thought, or the output of a tool with further parts', () => {
    const session = rig().draft(complete(says('a', [reasoning('thinking')])));
    expect(shown(session).at(-1)).toEqual(['completed', reasoning('thinking')]);
    session.draft(complete(calls('c', 'call')));
    const file = { type: 'file_ref', path: 'p', action: 'write' } as const;
    session.draft(
      complete({
        ...results('r', 'call'),
        content: [resultPart('call', 'long output'), file],
        status: 'failed',
      }),
    );
    expect(shown(session).at(-1)).toEqual(['failed', resultPart('call', 'long output'), file]);
  });

  it('is found by the ids of all its pieces, and versions grow with each', () => {
    const session = rig().draft(start(says('a')));
    const transcript = new Transcript();
    for (const event of session.events) transcript.apply(event);
    const row = transcript.rows.at(-1) as ItemRow;
    const versions: number[] = [];
    const before = session.events.length;
    session.draft(delta('a', 'hello wor'));
    for (const event of session.events.slice(before)) {
      expect(transcript.apply(event)).toBe(row);
      versions.push(row.version);
    }
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    for (const id of ['itm_u1_2', 'itm_u1_3', 'itm_u1_4']) expect(transcript.item(id)).toBe(row);
    expect(row.key).toBe('itm_u1_2');
  });
});
