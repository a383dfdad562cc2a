import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { checkStream } from '../support/check-stream.js';
import { violations } from '../support/invariants.js';
import { daemonProcess } from '../support/program.js';
import { assistantTexts } from '../support/texts.js';
import { exchange, info, kill, restart } from './lives.js';
import { guardedSession, processesOf } from './processes.js';
import { Random } from './random.js';
import { allTexts, byPolling, difference, overSse, overWebSocket } from './readers.js';
import type { Reading } from './reading.js';

/** Starts readers of all kinds during the burst, until the first of them has received `enough` events. */
async function audience(url: string, sessionId: string, random: Random, enough: number): Promise<Reading[]> {
  const first = await overWebSocket({ url, sessionId });
  const readings: Reading[] = [first, byPolling({ url, sessionId }, () => random.between(1, 3000), first)];
  const attach = async (kind: 'sse' | 'websocket' | 'poll') => {
    await first.reached(random.below(enough));
    const wish = { url, sessionId, offset: random.below(first.last + 500) };
    if (kind === 'sse') readings.push(await overSse(wish, random.below(2) === 0));
    else if (kind === 'websocket') readings.push(await overWebSocket(wish));
    else readings.push(byPolling(wish, () => random.between(1, 500), first));
  };
  for (const kind of ['sse', 'websocket', 'sse', 'poll', 'websocket'] as const) {
    // A reader that connects after the kill is refused.
    attach(kind).catch(() => {});
  }
  await fetch(`${url}/v1/sessions/${sessionId}/messages`, {
    method: 'POST',
    body: JSON.stringify({ message: 'burst 200000' }),
  });
  await first.reached(enough);
  return readings;
}

/** The events of all readers by sequence; readers must agree on each. */
function union(readings: readonly Reading[]): Map<number, string> {
  const all = new Map<number, string>();
  for (const { texts, offset, faults } of readings) {
    expect(faults.slice(0, 3)).toEqual([]);
    for (const [i, text] of texts.entries()) {
      const known = all.get(offset + i + 1);
      if (known !== undefined && known !== text) expect(text).toBe(known);
      all.set(offset + i + 1, text);
    }
  }
  return all;
}

describe('a daemon that is killed in the middle of a burst', () => {
  it.each([
    { seed: 1, enough: 20 },
    { seed: 2, enough: 700 },
    { seed: 3, enough: 6000 },
    { seed: 4, enough: 15_000 },
    { seed: 5, enough: 30_000 },
  ])(
    'serves every event that a reader had received, and continues (seed $seed, at event $enough)',
    async (each) => {
      const sessionId = guardedSession('burst');
      const before = await daemonProcess();
      const { nativeSessionId } = await before.daemon.create(sessionId);
      expect(assistantTexts(await exchange(before.daemon, sessionId, 'count'))).toEqual(['1']);

      const readings = await audience(before.daemon.url, sessionId, new Random(each.seed), each.enough);
      await kill(before);
      await Promise.all(readings.map((reading) => reading.whenClosed()));
      const received = union(readings);
      expect(received.size).toBeGreaterThanOrEqual(each.enough);

      const after = await restart(before);
      const texts = await allTexts(after.daemon.url, sessionId);
      const lost = [...received].filter(([sequence, text]) => texts[sequence - 1] !== text);
      expect(lost.slice(0, 3)).toEqual([]);

      const events = texts.map((text) => JSON.parse(text) as UniversalEvent);
      expect(violations(events)).toEqual([]);
      expect(checkStream(events)).toBe('');
      expect(events.length).toBeLessThan(200_000);
      expect(events.at(-1)).toMatchObject({
        type: 'turn.ended',
        sequence: texts.length,
        source: 'daemon',
        data: { metadata: { outcome: 'interrupted', cause: 'daemon_restart' } },
      });
      expect(await info(after, sessionId)).toMatchObject({
        status: 'idle',
        lastSequence: texts.length,
        queued: 0,
        nativeSessionId,
      });
      expect(await processesOf(sessionId)).toEqual([]);

      const next = await exchange(after.daemon, sessionId, 'how many');
      expect(next[0]?.sequence).toBe(texts.length + 1);
      expect(assistantTexts(next)).toEqual(['3']);
      expect(next.map((event) => event.native_session_id)).toEqual(next.map(() => nativeSessionId));
      expect(violations([...events, ...next])).toEqual([]);
    },
  );

  it('can be killed repeatedly, even while it recovers', async () => {
    const sessionId = guardedSession('again');
    let current = await daemonProcess();
    await current.daemon.create(sessionId);
    let texts: string[] = [];
    for (const enough of [3, 300, 1500]) {
      const reader = await overWebSocket({ url: current.daemon.url, sessionId, offset: texts.length });
      await current.daemon.say(sessionId, 'burst 200000');
      await reader.reached(texts.length + enough);
      await kill(current);
      await reader.whenClosed();
      current = await restart(current);
      const again = await allTexts(current.daemon.url, sessionId);
      expect(difference(reader, again)).toBeNull();
      expect(again.slice(0, texts.length).join('\n') === texts.join('\n')).toBe(true);
      texts = again;
    }
    // Nothing is left to close, so the events stay the same.
    await kill(current);
    const last = await restart(current);
    const after = await allTexts(last.daemon.url, sessionId);
    expect(after.join('\n') === texts.join('\n')).toBe(true);
    const events = texts.map((text) => JSON.parse(text) as UniversalEvent);
    expect(violations(events)).toEqual([]);
    expect(events.filter(({ type }) => type === 'turn.ended')).toHaveLength(3);
  });
});
