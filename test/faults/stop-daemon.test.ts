import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess } from '../support/program.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { exchange, FIRST_DELTA, info, restart, signal, soundEvents, turnsEnded } from './lives.js';
import { guardedSession, processesOf } from './processes.js';
import { allTexts, difference, openSse, overSse, overWebSocket } from './readers.js';

const daemonRestart = { outcome: 'interrupted', cause: 'daemon_restart' };

describe('a daemon that is shutting down', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'on %s closes open turns and items and publishes that to all readers',
    async (name) => {
      const sessionId = guardedSession('stop');
      const before = await daemonProcess();
      const { url } = before.daemon;
      await before.daemon.create(sessionId);
      const webSocket = await overWebSocket({ url, sessionId });
      const sse = await overSse({ url, sessionId });
      await before.daemon.say(sessionId, 'burst 200000');
      await webSocket.reached(5000);
      expect(await processesOf(sessionId)).toHaveLength(1);
      signal(before, name);

      expect((await before.child).exitCode).toBe(0);
      await Promise.all([webSocket.whenClosed(), sse.whenClosed()]);
      expect(webSocket.closed).toBe(1001);
      expect(sse.closed).toBe('end');
      expect(await processesOf(sessionId)).toEqual([]);

      const after = await restart(before);
      const texts = await allTexts(after.daemon.url, sessionId);
      for (const reading of [webSocket, sse]) {
        expect(difference(reading, texts)).toBeNull();
        // Nothing was left for the next daemon to close.
        expect(reading.last).toBe(texts.length);
      }
      const last = JSON.parse(texts.at(-1)!) as UniversalEvent;
      expect(last).toMatchObject({ type: 'turn.ended', data: { metadata: daemonRestart } });
      await soundEvents(after.daemon, sessionId);
      expect(await info(after, sessionId)).toMatchObject({ status: 'idle', lastSequence: texts.length });
      expect(assistantTexts(await exchange(after.daemon, sessionId, 'count'))).toEqual(['2']);
      // Its queue still works.
      const reader = await overWebSocket({ url: after.daemon.url, sessionId, offset: texts.length + 8 });
      for (const message of ['burst 200 16 1000', 'echo one', 'echo two'])
        await after.daemon.say(sessionId, message);
      await turnsEnded(reader, 3);
      expect(assistantTexts(reader.events()).slice(1)).toEqual(['one', 'two']);
    },
  );

  it('keeps queued messages for the next daemon', async () => {
    const sessionId = guardedSession('held');
    const before = await daemonProcess();
    await before.daemon.create(sessionId);
    await before.daemon.say(sessionId, 'sleep 600000');
    await before.daemon.say(sessionId, 'echo later');
    signal(before, 'SIGTERM');
    expect((await before.child).exitCode).toBe(0);

    const after = await restart(before);
    const reader = await overWebSocket({ url: after.daemon.url, sessionId });
    await turnsEnded(reader, 2);
    expect(assistantTexts(await soundEvents(after.daemon, sessionId))).toEqual(['later']);
  });

  it('leaves no items open that its agents send while they are stopped', async () => {
    const ids = Array.from({ length: 6 }, (_, i) => guardedSession(`late-${i}`));
    const before = await daemonProcess();
    const { url } = before.daemon;
    for (const id of ids) await before.daemon.create(id);
    const readers = await Promise.all(ids.map((sessionId) => overWebSocket({ url, sessionId })));
    const messages = ['tools', 'subagent', 'demo', 'shell yes | head -c 300000', 'markdown', 'burst 9000'];
    await Promise.all(ids.map((id, i) => before.daemon.say(id, messages[i]!)));
    signal(before, 'SIGTERM');
    expect((await before.child).exitCode).toBe(0);
    await Promise.all(readers.map((reader) => reader.whenClosed()));

    const after = await restart(before);
    for (const [i, id] of ids.entries()) {
      const events = await soundEvents(after.daemon, id);
      expect(difference(readers[i]!, await allTexts(after.daemon.url, id))).toBeNull();
      expect(readers[i]!.last).toBe(events.length);
      expect(events.at(-1)?.type).toBe('turn.ended');
      expect(await info(after, id)).toMatchObject({ status: 'idle' });
    }
  });

  it('cancels pending requests and notifies its readers', async () => {
    const sessionId = guardedSession('asked');
    const one = await daemonProcess();
    const { daemon, child } = one;
    await daemon.create(sessionId);
    const reader = await overWebSocket({ url: daemon.url, sessionId });
    await daemon.say(sessionId, 'permission');
    await reader.saw('permission.requested');
    signal(one, 'SIGTERM');
    expect((await child).exitCode).toBe(0);
    await reader.whenClosed();
    const [resolved] = reader.events().filter(({ type }) => type === 'permission.resolved');
    expect(resolved).toMatchObject({ data: { status: 'denied', metadata: { reply: 'cancelled' } } });
    expect(reader.events().at(-1)).toMatchObject({ type: 'turn.ended', data: { metadata: daemonRestart } });
  });

  it('exits at once on the second signal', async () => {
    const sessionId = guardedSession('twice');
    const one = await daemonProcess();
    const { daemon, child } = one;
    await daemon.create(sessionId);
    const reader = await overWebSocket({ url: daemon.url, sessionId });
    await daemon.say(sessionId, 'hang');
    await reader.reached(FIRST_DELTA + 1);
    signal(one, 'SIGTERM');
    // The shutdown has begun, and waits for an agent that ignores SIGTERM.
    await reader.saw('turn.ended');
    signal(one, 'SIGTERM');
    // A graceful exit would have been 0.
    expect((await child).exitCode).toBe(1);
  });

  it('accepts no more messages or sessions', async () => {
    const sessionId = guardedSession('closing');
    const daemon = await testDaemon();
    await daemon.create(sessionId);
    const reader = await overWebSocket({ url: daemon.url, sessionId });
    await daemon.say(sessionId, 'hang');
    await reader.reached(FIRST_DELTA + 1);
    const stopped = daemon.stop();
    const refused = await Promise.all([
      daemon.fetch('POST', `/v1/sessions/${sessionId}/messages`, { message: 'echo too late' }),
      daemon.fetch('POST', '/v1/sessions/another', { agent: 'mock' }),
    ]);
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ type: 'urn:greenroom:error:overloaded' });
    }
    await stopped;
    expect(await processesOf(sessionId)).toEqual([]);
    expect(userTexts(reader.events())).toEqual(['hang']);
  });

  it('exits even if readers never read and an agent hangs', async () => {
    const sessionId = guardedSession('deaf');
    const hanging = guardedSession('hanging');
    const one = await daemonProcess();
    const { daemon, child } = one;
    const { url } = daemon;
    await daemon.create(sessionId);
    await daemon.create(hanging);
    await daemon.say(hanging, 'hang');
    const idle = await overWebSocket({ url, sessionId }, true);
    await openSse({ url, sessionId });
    const other = await overWebSocket({ url, sessionId });
    await daemon.say(sessionId, 'burst 30000 400');
    await other.saw('turn.ended');
    expect(idle.last).toBeLessThan(other.last);
    signal(one, 'SIGTERM');
    expect((await child).exitCode).toBe(0);
    await other.whenClosed();
    expect(other.closed).toBe(1001);
    idle.close();
    expect(await processesOf(hanging)).toEqual([]);

    const after = await restart(one);
    const texts = await allTexts(after.daemon.url, sessionId);
    expect(difference(other, texts)).toBeNull();
    expect(other.last).toBe(texts.length);
  });
});
