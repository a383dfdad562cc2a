import { expect, it } from 'vitest';
import type { Batch, EventLog, ReadLimit } from '../../../src/log/index.js';
import type { SessionInfo } from '../../../src/schema/index.js';
import { eventsPage } from '../../../src/server/content/events-page.js';
import { jsonLines, markdown } from '../../../src/server/content/transcript.js';

const EVENTS = 5000;
const TEXT = 'x'.repeat(500);

/** A log in memory: reading it never waits for anything. */
function longLog() {
  const event = (sequence: number) => {
    const item = {
      kind: 'message',
      role: 'user',
      status: 'completed',
      content: [{ type: 'text', text: TEXT }],
    };
    return JSON.stringify({ sequence, type: 'item.completed', data: { item }, raw: null });
  };
  let reads = 0;
  const read = async (sessionId: string, after: number, { chars = 0, events = EVENTS }: ReadLimit) => {
    reads++;
    const texts: string[] = [];
    for (let size = 0; size < chars && texts.length < events && after + texts.length < EVENTS; ) {
      texts.push(event(after + texts.length + 1));
      size += texts.at(-1)!.length;
    }
    if (texts.length === 0) return [];
    const raws = texts.map(() => null);
    const last = after + texts.length;
    return [{ sessionId, first: after + 1, last, events: texts, raws, states: [] }] satisfies Batch[];
  };
  return { log: { read } as unknown as EventLog, reads: () => reads };
}

const info = { sessionId: 's', title: 'T', agent: 'mock', createdAt: 0 } as SessionInfo;
const all = { sessionId: 's', after: 0, most: EVENTS, raw: false, lastSequence: EVENTS };

it.each<[string, (log: EventLog) => AsyncIterable<string>]>([
  ['a transcript in Markdown', (log) => markdown(log, info)],
  ['a transcript in JSON lines', (log) => jsonLines(log, 's', false)],
  ['a page of events', (log) => eventsPage(log, all)],
])('%s is made in slices, between which others have their turn', async (_, make) => {
  const { log, reads } = longLog();
  let turns = 0;
  let next: NodeJS.Immediate | null = null;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  turn();
  let longest = 0;
  let total = 0;
  for await (const piece of make(log)) {
    longest = Math.max(longest, piece.length);
    total += piece.length;
  }
  clearImmediate(next!);
  expect(total).toBeGreaterThan(EVENTS * TEXT.length);
  expect(longest).toBeLessThan(300 * 1024);
  expect(reads()).toBeGreaterThan(5);
  expect(turns).toBeGreaterThanOrEqual(reads() - 1);
});

it('a page of events is whole, cut at the number of events, and tells whether there are more', async () => {
  const { log } = longLog();
  const page = async (after: number, most: number) => {
    let text = '';
    for await (const piece of eventsPage(log, { ...all, after, most })) text += piece;
    const { events, hasMore } = JSON.parse(text) as { events: { sequence: number }[]; hasMore: boolean };
    return [events[0]?.sequence, events.length, hasMore];
  };
  expect(await page(0, EVENTS)).toEqual([1, EVENTS, false]);
  expect(await page(10, 3000)).toEqual([11, 3000, true]);
  expect(await page(0, 0)).toEqual([undefined, 0, true]);
  expect(await page(EVENTS, 10)).toEqual([undefined, 0, false]);
});
