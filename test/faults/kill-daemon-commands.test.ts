import { describe, expect, it } from 'vitest';
import { daemonProcess } from '../support/program.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { exchange, FIRST_DELTA, info, kill, restart, soundEvents } from './lives.js';
import { guardedSession, processesOf } from './processes.js';
import { overWebSocket } from './readers.js';

const daemonRestart = { outcome: 'interrupted', cause: 'daemon_restart' };

describe('after the daemon was killed', () => {
  it('a pending permission is cancelled and a late reply refused', async () => {
    const sessionId = guardedSession('permission');
    const before = await daemonProcess();
    await before.daemon.create(sessionId);
    const client = await before.daemon.connect();
    await client.call('session/subscribe', { sessionId });
    await before.daemon.say(sessionId, 'permission');
    const request = await client.event(sessionId, 'permission.requested');
    if (request.type !== 'permission.requested') throw new Error('no request');
    const { permission_id } = request.data;
    await kill(before);

    const after = await restart(before);
    const events = await soundEvents(after.daemon, sessionId);
    const resolved = events.filter((event) => event.type === 'permission.resolved');
    expect(resolved).toMatchObject([
      { source: 'daemon', data: { permission_id, status: 'denied', metadata: { reply: 'cancelled' } } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'turn.ended', data: { metadata: daemonRestart } });
    expect(await after.daemon.call('GET', `/v1/sessions/${sessionId}/requests`)).toEqual({
      permissions: [],
      questions: [],
    });
    const path = `/v1/sessions/${sessionId}/permissions/${permission_id}/reply`;
    const late = await after.daemon.fetch('POST', path, { reply: 'once' });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ type: 'urn:greenroom:error:request_not_pending' });
    expect(await info(after, sessionId)).toMatchObject({ status: 'idle', lastSequence: events.length });
    expect(assistantTexts(await exchange(after.daemon, sessionId, 'echo on we go'))).toEqual(['on we go']);
  });

  it('queued messages are delivered in order, each once', async () => {
    const sessionId = guardedSession('queue');
    const before = await daemonProcess();
    await before.daemon.create(sessionId);
    const watcher = await overWebSocket({ url: before.daemon.url, sessionId });
    await before.daemon.say(sessionId, 'burst 100000 16 50', { messageId: 'm0' });
    await watcher.reached(FIRST_DELTA);
    for (const name of ['one', 'two', 'three']) {
      await before.daemon.say(sessionId, `echo ${name}`, { messageId: name });
    }
    expect(await info(before, sessionId)).toMatchObject({ status: 'running', queued: 3 });
    await kill(before);

    const after = await restart(before);
    const reader = await overWebSocket({ url: after.daemon.url, sessionId });
    // Accepted messages stay accepted: sending them again has no effect.
    await after.daemon.say(sessionId, 'burst 100000 16 50', { messageId: 'm0' });
    for (const name of ['one', 'two', 'three']) {
      await after.daemon.say(sessionId, `echo ${name}`, { messageId: name });
    }
    await after.daemon.say(sessionId, 'count', { messageId: 'last' });
    const isIdle = async () => (await info(after, sessionId)).status === 'idle';
    for (let sequence = 1; !(await isIdle()) && sequence < 200; sequence++) await reader.reached(sequence);

    const events = await soundEvents(after.daemon, sessionId);
    expect(userTexts(events)).toEqual(['burst 100000 16 50', 'echo one', 'echo two', 'echo three', 'count']);
    expect(assistantTexts(events).slice(1)).toEqual(['one', 'two', 'three', '5']);
    const outcomes = events.flatMap((event) =>
      event.type === 'turn.ended' ? [event.data.metadata.outcome] : [],
    );
    expect(outcomes).toEqual(['interrupted', 'completed', 'completed', 'completed', 'completed']);
    expect(await info(after, sessionId)).toMatchObject({ queued: 0, lastSequence: events.length });
  });

  it('a message accepted just before the kill is kept', async () => {
    const ids = ['taken-1', 'taken-2', 'taken-3', 'taken-4'].map(guardedSession);
    const before = await daemonProcess();
    for (const id of ids) await before.daemon.create(id);
    await Promise.all(ids.map((id) => before.daemon.say(id, `echo ${id}`, { messageId: 'm' })));
    await kill(before);

    const after = await restart(before);
    for (const id of ids) {
      const events = await soundEvents(after.daemon, id);
      expect(userTexts(events)).toEqual([`echo ${id}`]);
      expect(events.filter(({ type }) => type === 'turn.ended')).toHaveLength(1);
      expect(await info(after, id)).toMatchObject({ status: 'idle', queued: 0 });
      await after.daemon.say(id, `echo ${id}`, { messageId: 'm' });
      expect(await soundEvents(after.daemon, id)).toEqual(events);
      expect(assistantTexts(await exchange(after.daemon, id, 'echo more'))).toEqual(['more']);
    }
  });

  it('sessions whose creation was cut short exist completely or not at all', async () => {
    const ids = Array.from({ length: 6 }, (_, i) => guardedSession(`create-${i}`));
    const before = await daemonProcess();
    const client = await before.daemon.connect();
    await client.call('session/watch');
    // These calls are never answered.
    for (const sessionId of ids) void client.call('session/create', { sessionId, agent: 'mock' });
    await client.until(({ method }) => method === 'session/opened');
    await kill(before);

    const after = await restart(before);
    const { sessions } = await after.daemon.call<{ sessions: { sessionId: string }[] }>(
      'GET',
      '/v1/sessions',
    );
    const known = new Set(sessions.map((session) => session.sessionId));
    expect(known.size).toBeGreaterThan(0);
    for (const id of ids) {
      const answer = await after.daemon.fetch('POST', `/v1/sessions/${id}`, { agent: 'mock' });
      expect(answer.status).toBe(known.has(id) ? 409 : 200);
      expect(await info(after, id)).toMatchObject({ status: 'idle', ended: false });
      expect(assistantTexts(await exchange(after.daemon, id, 'count'))).toEqual(['1']);
      const events = await soundEvents(after.daemon, id);
      expect(events.filter(({ type }) => type === 'session.started')).toHaveLength(1);
    }
  });

  it('a session that was being terminated has ended', async () => {
    const sessionId = guardedSession('terminate');
    const before = await daemonProcess();
    await before.daemon.create(sessionId);
    const reader = await overWebSocket({ url: before.daemon.url, sessionId });
    await before.daemon.say(sessionId, 'hang');
    // The agent has reported that it hangs: only SIGKILL ends it from now on.
    await reader.reached(FIRST_DELTA + 1);
    const client = await before.daemon.connect();
    void client.call('session/terminate', { sessionId });
    // The answer implies that everything before it is stored.
    await client.call('session/subscribe', { sessionId });
    await kill(before);

    const after = await restart(before);
    const events = await soundEvents(after.daemon, sessionId);
    expect(events.at(-1)).toMatchObject({ type: 'session.ended', data: { reason: 'terminated' } });
    expect(await info(after, sessionId)).toMatchObject({ status: 'ended', ended: true });
    expect(await processesOf(sessionId)).toEqual([]);
  });
});
