import { describe, expect, it } from 'vitest';
import type { SessionState, UniversalEvent } from '../../src/schema/index.js';
import { checkStream } from '../support/check-stream.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { violations } from '../support/invariants.js';
import type { WsClient } from '../support/ws-client.js';
import { turnsEnded } from './lives.js';
import { guardedSession } from './processes.js';
import { Random } from './random.js';
import { allTexts, byPolling, difference, overSse, overWebSocket, type Wish } from './readers.js';
import type { Reading } from './reading.js';

const MESSAGES = [
  'Answer briefly and include your reasoning.',
  'tools',
  'shell for i in 1 2 3 4 5 6 7 8; do echo line $i; done',
  'permission',
  'burst 2500 40',
  'question',
  'status',
  'subagent',
  'markdown',
  'plan',
  'unparsed',
  'burst 400 3000',
  'error',
  'demo',
];

type Seen = Reading & { raw: boolean; notifications?: string[] };

/** Approves every request until the session ends. */
function sayYes(client: WsClient, sessionId: string): void {
  const over = client.until(({ method, params }) => {
    if (method !== 'event') return false;
    const event = params as unknown as UniversalEvent;
    if (event.type === 'permission.requested') {
      const { permission_id: permissionId } = event.data;
      void client.call('permission/reply', { sessionId, permissionId, reply: 'once' });
    } else if (event.type === 'question.requested') {
      const answers = event.data.questions.map(({ options }) => [options[0]?.label ?? 'free']);
      void client.call('question/reply', { sessionId, questionId: event.data.question_id, answers });
    }
    return event.type === 'session.ended';
  });
  over.catch(() => {});
}

/** Reconnects repeatedly: each visit starts somewhere, often where the last one ended, and lasts for some events. */
async function visit(wish: Wish, random: Random, guide: Reading, seen: Seen[]): Promise<void> {
  let offset = 0;
  for (let visits = 0; visits < 200; visits++) {
    const raw = random.below(3) === 0;
    const each = { ...wish, offset, raw };
    const kind = random.pick(['websocket', 'sse', 'resumed', 'poll'] as const);
    const reading =
      kind === 'websocket'
        ? await overWebSocket(each)
        : kind === 'poll'
          ? byPolling(each, () => random.between(1, 700), guide)
          : await overSse(each, kind === 'resumed');
    seen.push(Object.assign(reading, { raw }));
    const enough = reading.reached(offset + random.between(1, 900));
    await Promise.race([enough.catch(() => {}), reading.saw('session.ended').catch(() => {})]);
    reading.close();
    if (reading.texts.at(-1)?.includes('"type":"session.ended"')) return;
    offset = random.below(4) === 0 ? random.below(guide.last) : reading.last;
  }
}

/** The states of the machine that one reader received. */
function states(notifications: readonly string[]): Map<number, string> {
  const values = new Map<number, string>();
  for (const text of notifications) {
    const { method, params } = JSON.parse(text) as {
      method?: string;
      params: { sequence: number; value: unknown };
    };
    // `ending` is entered without an event, so a replay does not see it.
    if (method === 'session/state' && params.value !== 'ending') {
      values.set(params.sequence, JSON.stringify(params.value));
    }
  }
  return values;
}

/** One session from its first event to its last, with readers that connect and disconnect all the time. */
async function live(daemon: TestDaemon, seed: number) {
  const sessionId = guardedSession('same');
  const { url } = daemon;
  await daemon.create(sessionId);
  const human = await daemon.connect();
  await human.call('session/subscribe', { sessionId });
  sayYes(human, sessionId);
  const guide = Object.assign(await overWebSocket({ url, sessionId }), { raw: false });
  const seen: Seen[] = [guide];
  const wish = { url, sessionId };
  const visitors = Array.from({ length: 7 }, (_, i) => visit(wish, new Random(seed * 1000 + i), guide, seen));
  for (const message of MESSAGES) await daemon.say(sessionId, message);
  await turnsEnded(guide, MESSAGES.length);
  await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
  await Promise.all(visitors);
  await guide.saw('session.ended');
  return { sessionId, guide, seen };
}

describe('all readers of a session', () => {
  it.each([11, 12])(
    'see the same events, whenever they connect and however they read (seed %i)',
    async (seed) => {
      const daemon = await testDaemon();
      const { url } = daemon;
      const { sessionId, guide, seen } = await live(daemon, seed);
      const plain = await allTexts(url, sessionId);
      const raw = await allTexts(url, sessionId, true);

      expect(seen.length).toBeGreaterThan(30);
      for (const reading of seen) expect(difference(reading, reading.raw ? raw : plain)).toBeNull();
      expect(raw.map((text) => JSON.stringify({ ...JSON.parse(text), raw: null }))).toEqual(plain);
      const events = raw.map((text) => JSON.parse(text) as UniversalEvent);
      expect(events.filter((event) => event.source === 'agent' && event.raw === null)).toEqual([]);
      expect(
        violations(
          plain.map((text) => JSON.parse(text) as UniversalEvent),
          { ended: true },
        ),
      ).toEqual([]);
      expect(checkStream(events, '--ended', '--raw', '--allow-unparsed')).toBe('');

      // An ended session is read from any offset to its end.
      const random = new Random(seed);
      const limit = () => random.between(1, 2000);
      for (const offset of [0, random.below(plain.length), plain.length - 1, plain.length]) {
        const wish = { url, sessionId, offset };
        const late = [
          await overSse(wish),
          await overSse(wish, true),
          ...(offset < plain.length ? [byPolling(wish, limit, guide), await overWebSocket(wish)] : []),
        ];
        for (const reading of late) {
          await reading.reached(plain.length);
          if (!('socket' in reading)) await reading.whenClosed();
          expect(difference(reading, plain)).toBeNull();
          expect(reading.closed).toBe('socket' in reading ? null : 'end');
        }
      }
    },
  );

  it('receive the states that the machine was in', async () => {
    const daemon = await testDaemon();
    const { sessionId, guide, seen } = await live(daemon, 13);
    const expected = states(guide.notifications);
    expect(expected.size).toBeGreaterThan(40);
    for (const { notifications } of seen) {
      for (const [sequence, value] of states(notifications ?? [])) expect(expected.get(sequence)).toBe(value);
    }
    const random = new Random(13);
    const sample = [...expected].filter(() => random.below(3) === 0);
    for (const [sequence, value] of [...sample, [...expected].at(-1)!]) {
      const path = `/v1/sessions/${sessionId}/state?at=${sequence}`;
      const state = await daemon.call<SessionState>('GET', path);
      expect({ sequence, value: JSON.stringify(state.value) }).toEqual({ sequence, value });
    }
    expect([...expected.values()].at(-1)).toBe('"ended"');
  });
});
