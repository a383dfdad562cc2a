import { describe, expect, it } from 'vitest';
import type { EventLog } from '../../../src/log/index.js';
import { recordingOf } from '../../../src/sessions/recording/recording.js';
import type { TapeEntry } from '../../../src/sessions/recording/tape.js';

const AT = '2026-01-01T00:00:00.000Z';
const LONG = JSON.stringify({ long: 'x'.repeat(100) });

const reference = (valueId: string) =>
  JSON.stringify({ truncated: true, bytes: LONG.length, href: `/v1/sessions/s/values/${valueId}` });

/** The payloads of a recording of events with these raws, each with the number of events before it. */
async function payloads(raws: (string | null)[], tape: TapeEntry[], values: Record<string, string> = {}) {
  const stored: Record<string, string> = {
    ...values,
    tape_1: tape.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  };
  const events = raws.map((_, index) =>
    JSON.stringify({ sequence: index + 1, time: AT, type: 'item.delta' }),
  );
  const batch = { sessionId: 's', first: 1, last: events.length, events, raws, states: [] };
  const log = {
    read: async (_: string, after: number) => (after === 0 ? [batch] : []),
    // In two parts.
    longValue: async (_: string, valueId: string, part: number) => {
      const text = stored[valueId] ?? '';
      return [text.slice(0, 10), text.slice(10)][part] || null;
    },
  } as unknown as EventLog;
  const found: [number, string][] = [];
  let before = 0;
  for await (const line of recordingOf(log, 's', ['tape_1'])) {
    if ('out' in line) before++;
    else if (line.in.type === 'payload') found.push([before, line.in.text]);
  }
  return found;
}

describe('a recording', () => {
  it('has a payload once, however many events it led to', async () => {
    expect(await payloads([null, '{"a":1}', '{"a":1}', '{"a":2}'], [])).toEqual([
      [1, '{"a":1}'],
      [3, '{"a":2}'],
    ]);
  });

  it('has the whole of a payload that its events refer to', async () => {
    const raws = [reference('val_1'), reference('val_1'), '{"a":1}'];
    expect(await payloads(raws, [], { val_1: LONG })).toEqual([
      [0, LONG],
      [2, '{"a":1}'],
    ]);
  });

  it('has such a payload twice, if the tape says so', async () => {
    const entry: TapeEntry = { type: 'payload', at: AT, event: 2, after: 2 };
    const raws = [reference('val_1'), reference('val_1')];
    expect(await payloads(raws, [entry], { val_1: LONG })).toEqual([
      [0, LONG],
      [1, LONG],
    ]);
  });

  it('has a payload that was stored before its events, before all of them', async () => {
    const entry: TapeEntry = { type: 'payload', at: AT, valueId: 'val_1', isSplit: true, after: 1 };
    const raws = ['{"a":1}', null, null, reference('val_1'), '{"a":2}'];
    expect(await payloads(raws, [entry], { val_1: LONG })).toEqual([
      [0, '{"a":1}'],
      [1, LONG],
      [4, '{"a":2}'],
    ]);
  });

  it('takes a payload that only looks like a reference as it is', async () => {
    const raw = '{"truncated":true,"bytes":3}';
    expect(await payloads([raw], [])).toEqual([[0, raw]]);
  });
});
