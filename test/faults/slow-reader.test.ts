import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { conversation, writeSessions } from '../browser/write-sessions.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { guardedSession } from './processes.js';
import { allTexts, difference, openSse, overSse, overWebSocket, readSseTexts } from './readers.js';
import { Reading } from './reading.js';
import { watchServerSockets } from './server-sockets.js';

const MEBIBYTE = 1024 * 1024;

/** Many deltas, split over several messages because each message ends with an event that repeats its whole text. */
async function burst(daemon: TestDaemon, sessionId: string, messages: number, each: number): Promise<void> {
  const { lastSequence } = await daemon.call<{ lastSequence: number }>('GET', `/v1/sessions/${sessionId}`);
  const reader = await overWebSocket({ url: daemon.url, sessionId, offset: lastSequence });
  for (let i = 0; i < messages; i++) await daemon.say(sessionId, `burst ${each} 64`);
  // Two events for the turn, three for the user message, and two for the answer besides its deltas.
  await reader.reached(lastSequence + messages * (each + 7));
  reader.close();
}

async function readers(daemon: TestDaemon): Promise<number> {
  const text = await (await daemon.fetch('GET', '/metrics')).text();
  return Number(/^greenroom_readers (\d+)$/m.exec(text)?.[1]);
}

/** Polls until the daemon has noticed the disconnects; each poll is a round trip. */
async function readersGone(daemon: TestDaemon): Promise<number> {
  let left = await readers(daemon);
  for (let look = 0; left > 0 && look < 500; look++) left = await readers(daemon);
  return left;
}

describe('a reader that does not read', () => {
  it('over WebSocket delays no other reader, buffers at most 1 MiB, and later gets every event once', async () => {
    const sessionId = guardedSession('slow');
    const daemon = await testDaemon();
    const { url } = daemon;
    await daemon.create(sessionId);
    const sockets = watchServerSockets();
    const slow = await overWebSocket({ url, sessionId }, true);
    const held = sockets.at(-1)!;
    const quick = await overWebSocket({ url, sessionId });
    await burst(daemon, sessionId, 20, 10_000);
    const texts = await allTexts(url, sessionId);
    await quick.reached(texts.length);
    expect(difference(quick, texts)).toBeNull();
    // Guards against a vacuous test: the reader is far behind and has bytes waiting.
    expect(slow.last).toBeLessThan(texts.length / 2);
    expect(held.socket.writableLength).toBeGreaterThan(0);
    expect(held.most).toBeLessThanOrEqual(MEBIBYTE);

    slow.socket.resume();
    await slow.reached(texts.length);
    expect(difference(slow, texts)).toBeNull();
    expect(held.most).toBeLessThanOrEqual(MEBIBYTE);
    // Caught up: it receives live events.
    await daemon.say(sessionId, 'echo now');
    await slow.reached(texts.length + 8);
  });

  it('over SSE delays no other reader, buffers at most 1 MiB, and later gets every event once', async () => {
    const sessionId = guardedSession('slow');
    const daemon = await testDaemon();
    const { url } = daemon;
    await daemon.create(sessionId);
    const sockets = watchServerSockets();
    const slow = await openSse({ url, sessionId });
    const held = sockets.at(-1)!;
    const quick = await overSse({ url, sessionId });
    await burst(daemon, sessionId, 7, 10_000);
    const texts = await allTexts(url, sessionId);
    await quick.reached(texts.length);
    expect(difference(quick, texts)).toBeNull();
    expect(held.socket.writableLength).toBeGreaterThan(0);
    expect(held.most).toBeLessThanOrEqual(MEBIBYTE);

    const reading = new Reading(0, slow.close);
    readSseTexts(slow.response, reading);
    await reading.reached(texts.length);
    expect(difference(reading, texts)).toBeNull();
    expect(held.most).toBeLessThanOrEqual(MEBIBYTE);
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
    await reading.whenClosed();
    expect(reading.closed).toBe('end');
  });

  it('of many sessions over one WebSocket buffers at most 1 MiB in total', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => guardedSession(`many-${i}`));
    const daemon = await testDaemon();
    const sockets = watchServerSockets();
    const client = await daemon.connect();
    const held = sockets.at(-1)!;
    client.socket.pause();
    for (const id of ids) {
      await daemon.create(id);
      void client.call('session/subscribe', { sessionId: id }).catch(() => {});
    }
    await Promise.all(ids.map((id) => burst(daemon, id, 1, 4000)));
    expect(held.socket.writableLength).toBeGreaterThan(0);
    client.socket.resume();
    for (const id of ids) {
      await client.event(id, 'turn.ended');
      expect(client.events(id)).toEqual(await daemon.events(id));
    }
    expect(held.most).toBeLessThanOrEqual(MEBIBYTE);
  });

  it('leaves no reader behind when it disconnects', async () => {
    const sessionId = guardedSession('gone');
    const daemon = await testDaemon();
    const { url } = daemon;
    await daemon.create(sessionId);
    const idle = [
      await overWebSocket({ url, sessionId }, true),
      await overWebSocket({ url, sessionId }),
      await openSse({ url, sessionId }),
      await overSse({ url, sessionId }),
    ];
    expect(await readers(daemon)).toBe(4);
    await burst(daemon, sessionId, 5, 10_000);
    for (const reader of idle) reader.close();
    expect(await readersGone(daemon)).toBe(0);
    await daemon.say(sessionId, 'echo still here');
  });
});

describe('a client that does not read', () => {
  it.each(['events?limit=10000', 'transcript.md', 'transcript.jsonl'])(
    '%s holds at most 1 MiB, and gets all of it later',
    async (path) => {
      const dataFolder = await tempFolder();
      const texts = Array.from({ length: 200 }, () => 'x'.repeat(32 * 1024));
      await writeSessions(dataFolder, [{ id: 'long', title: 'long', events: conversation(texts) }]);
      const daemon = await testDaemon({ dataFolder });
      const sockets = watchServerSockets();
      const client = connect(Number(new URL(daemon.url).port), '127.0.0.1').pause();
      client.write(`GET /v1/sessions/long/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      while (!sockets[0]?.socket.writableLength) await daemon.call('GET', '/v1/health');
      const whole = await text(client);
      expect(whole.length).toBeGreaterThan(5 * MEBIBYTE);
      expect(sockets[0]!.most).toBeLessThanOrEqual(MEBIBYTE);
    },
  );
});

describe('a hundred readers that do not read', () => {
  it('get every event once they read, without delaying other readers', async () => {
    const sessionId = guardedSession('hundred');
    const daemon = await testDaemon();
    const { url } = daemon;
    await daemon.create(sessionId);
    const sockets = watchServerSockets();
    const slow = await Promise.all(Array.from({ length: 100 }, () => openSse({ url, sessionId })));
    const held = sockets.slice(0, 100);
    await burst(daemon, sessionId, 4, 6000);
    const texts = await allTexts(url, sessionId);
    const expected = createHash('sha1');
    for (const [i, text] of texts.entries()) expected.update(`id: ${i + 1}\ndata: ${text}\n\n`);
    const digest = expected.digest('hex');
    expect(held.filter(({ socket }) => socket.writableLength > 0).length).toBeGreaterThan(50);

    const bytes = texts.reduce(
      (sum, text, i) => sum + Buffer.byteLength(`id: ${i + 1}\ndata: ${text}\n\n`),
      0,
    );
    const digests = await Promise.all(slow.map(({ response }) => digestOf(response, bytes)));
    expect(new Set(digests)).toEqual(new Set([digest]));
    expect(Math.max(...held.map(({ most }) => most))).toBeLessThanOrEqual(MEBIBYTE);
    for (const { close } of slow) close();
    expect(await readersGone(daemon)).toBe(0);
  });
});

/** The digest of the first `bytes` bytes of a stream. */
async function digestOf(response: IncomingMessage, bytes: number): Promise<string> {
  const hash = createHash('sha1');
  let left = bytes;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    hash.update(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return hash.digest('hex');
}
