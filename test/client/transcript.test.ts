import { describe, expect, it } from 'vitest';
import {
  contentOf,
  type ItemRow,
  type Row,
  Transcript,
  type UniversalEvent,
} from '../../src/client/index.js';
import { textOf } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { reading, testClient } from './support.js';

/** Plays nearly every kind of event, with all requests answered, up to the end. */
async function demo(): Promise<UniversalEvent[]> {
  const daemon = await testDaemon();
  await daemon.create('one');
  const client = testClient(daemon.url);
  const { events, until } = reading(client, 'one', {}, {});
  const answered = new Set<number>();
  await client.session('one').send('demo').accepted;
  await until((all) => {
    for (const event of all) {
      if (answered.has(event.sequence)) continue;
      answered.add(event.sequence);
      if (event.type === 'permission.requested') {
        void client.session('one').replyPermission(event.data.permission_id, 'once');
      }
      if (event.type === 'question.requested') {
        const answers = event.data.questions.map(({ options }) => [options[0]?.label ?? 'words']);
        void client.session('one').answerQuestion(event.data.question_id, answers);
      }
    }
    return all.at(-1)?.type === 'turn.ended';
  });
  await client.session('one').terminate();
  await until((all) => all.at(-1)?.type === 'session.ended');
  return events;
}

const isItem = (row: Row): row is ItemRow => row.type === 'item';

describe('the transcript of a demo', () => {
  let events: UniversalEvent[] | null = null;
  /** Played once, by the first test that needs it. */
  const demoEvents = async () => {
    events ??= await demo();
    return events;
  };

  it('has all items in order, as they were completed', async () => {
    const all = await demoEvents();
    const { rows } = Transcript.at(all, Number.POSITIVE_INFINITY);
    const completed = all.flatMap((event) => (event.type === 'item.completed' ? [event.data.item] : []));
    const items = rows.filter(isItem).map(({ item }) => item);
    expect(items.length).toBeGreaterThan(10);
    expect(new Map(items.map((item) => [item.item_id, item]))).toEqual(
      new Map(completed.map((item) => [item.item_id, item])),
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(
      rows.map(({ sequence }) => sequence).sort((a, b) => a - b),
    );
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('has the requests where they were made, and none pending at the end', async () => {
    const transcript = Transcript.at(await demoEvents(), Number.POSITIVE_INFINITY);
    const requests = transcript.rows.filter(({ type }) => type === 'permission' || type === 'question');
    expect(requests.map((row) => 'data' in row && 'status' in row.data && row.data.status)).toEqual([
      'approved',
      'approved',
      'answered',
      'answered',
    ]);
    expect(transcript.pending).toBe(0);
  });

  it('shows the outcome of its turn, its errors and its end', async () => {
    const transcript = Transcript.at(await demoEvents(), Number.POSITIVE_INFINITY);
    expect(transcript.turns).toMatchObject([{ outcome: 'error' }]);
    expect(transcript.turns[0]!.durationMs).toBeGreaterThanOrEqual(0);
    expect(transcript.turn).toBeNull();
    expect(transcript.rows.map(({ type }) => type).slice(-3)).toEqual(['error', 'turn', 'end']);
    expect(transcript.ended).toMatchObject({ reason: 'terminated' });
  });

  it('can be rebuilt as of any event', async () => {
    const all = await demoEvents();
    const live = new Transcript();
    for (const event of all) {
      live.apply(event);
      const past = Transcript.at(all, event.sequence);
      expect(past.rows).toEqual(live.rows);
      expect(past.pending).toBe(live.pending);
    }
    const asked = all.find(({ type }) => type === 'permission.requested')!;
    const then = Transcript.at(all, asked.sequence);
    expect([...then.pendingPermissions.values()].map(({ data }) => data.status)).toEqual(['requested']);
    expect(then.turn).not.toBeNull();
  });

  it('shows the final text of an item while it streams', async () => {
    const all = await demoEvents();
    const transcript = new Transcript();
    for (const event of all) {
      const row = event.type === 'item.completed' ? transcript.item(event.data.item.item_id)! : null;
      const streamed = row && row.item.kind === 'message' ? textOf(contentOf(row)) : null;
      transcript.apply(event);
      if (row && streamed !== null) expect(streamed).toBe(textOf(row.item.content));
    }
  });

  it('finds the result of a tool call, and the children of an item', async () => {
    const transcript = Transcript.at(await demoEvents(), Number.POSITIVE_INFINITY);
    const call = transcript.rows.filter(isItem).find(({ item }) => item.kind === 'tool_call')!;
    const part = call.item.content.find(({ type }) => type === 'tool_call') as { call_id: string };
    expect(transcript.resultOf(part.call_id)?.item.kind).toBe('tool_result');
    expect(transcript.childrenOf(call.item.parent_id!)).toContain(call);
    expect(call.depth).toBeGreaterThan(0);
  });
});

describe('a streaming transcript', () => {
  it('updates its row in place and increments its version', () => {
    const event = (sequence: number, type: string, data: object) =>
      ({ sequence, type, data, time: '2026-01-01T00:00:00.000Z', event_id: `evt_${sequence}` }) as never;
    const item = {
      item_id: 'a',
      parent_id: null,
      kind: 'message',
      role: 'assistant',
      content: [],
      status: 'in_progress',
    };
    const transcript = new Transcript();
    const { rows } = transcript;
    const row = transcript.apply(event(1, 'item.started', { item })) as ItemRow;
    for (let n = 2; n <= 20_001; n++) transcript.apply(event(n, 'item.delta', { item_id: 'a', delta: 'x' }));
    expect(transcript.rows).toBe(rows);
    expect(rows).toEqual([row]);
    expect(row).toMatchObject({ version: 20_001, lastSequence: 20_001 });
    expect(contentOf(row)).toEqual([{ type: 'text', text: 'x'.repeat(20_000) }]);
  });
});
