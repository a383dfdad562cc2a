import { describe, expect, it } from 'vitest';
import { SessionState } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { type Frame, RawSocket } from '../support/raw-socket.js';
import { nth, turn } from '../support/turns.js';

const SESSION_ID = 'one';
const isCaughtUp = ({ method }: Frame) => method === 'session/caughtUp';
const isEvent = ({ method }: Frame) => method === 'event';
const isEnd = (frame: Frame) => isEvent(frame) && frame.params!.type === 'session.ended';
const sequences = (frames: Frame[]) => frames.filter(isEvent).map(({ params }) => params!.sequence);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** A session with a finished turn, and a socket to read it. */
async function talked(message = 'tool'): Promise<{ daemon: TestDaemon; socket: RawSocket; last: number }> {
  const daemon = await testDaemon();
  await daemon.create(SESSION_ID);
  await turn(daemon, SESSION_ID, message);
  const last = (await daemon.events(SESSION_ID)).length;
  return { daemon, socket: await RawSocket.open(daemon.url), last };
}

describe('subscribing to a session', () => {
  it('is answered first, then replays the events, then reports that it has caught up', async () => {
    const { daemon, socket, last } = await talked();
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID });
    const [answer, ...frames] = await socket.until(isCaughtUp);
    expect(answer).toMatchObject({
      id: 1,
      result: {
        session: await daemon.call('GET', '/v1/sessions/one'),
        state: { sessionId: SESSION_ID, sequence: last },
        pending: { permissions: [], questions: [] },
        lastSequence: last,
      },
    });
    SessionState.strict().parse((answer!.result as { state: unknown }).state);
    expect(frames.slice(0, -1).map(({ params }) => params)).toEqual(await daemon.events(SESSION_ID));
    expect(frames.at(-1)!.params).toEqual({ sessionId: SESSION_ID, sequence: last });
  });

  it('continues with live events without a gap, and catches up once', async () => {
    const { daemon, socket, last } = await talked();
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID, offset: last - 2 });
    const replay = await socket.until(isCaughtUp);
    expect(sequences(replay)).toEqual([last - 1, last]);
    await turn(daemon, SESSION_ID, 'burst 200');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const live = await socket.until(isEnd);
    expect(live.some(isCaughtUp)).toBe(false);
    const all = await daemon.events(SESSION_ID);
    expect(sequences(live)).toEqual(range(last + 1, all.length));
    expect(live.map(({ params }) => params)).toEqual(all.slice(last));
  });

  it('sends nothing up to an offset in the future, and everything after it', async () => {
    const { daemon, socket, last } = await talked();
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID, offset: last + 4 });
    expect(await socket.until(isCaughtUp)).toHaveLength(2);
    await turn(daemon, SESSION_ID, 'tool');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const frames = await socket.until(isEnd);
    expect(sequences(frames)).toEqual(range(last + 5, (await daemon.events(SESSION_ID)).length));
    expect(frames.filter(isCaughtUp)).toEqual([]);
  });

  it('replays an ended session and sends nothing more', async () => {
    const { daemon, socket } = await talked();
    await daemon.call('POST', '/v1/sessions/one/terminate');
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID });
    const frames = await socket.until(isCaughtUp);
    const all = await daemon.events(SESSION_ID);
    expect(frames.slice(1, -1).map(({ params }) => params)).toEqual(all);
    socket.call(2, 'session/subscribe', { sessionId: SESSION_ID, offset: all.length });
    expect((await socket.until(isCaughtUp)).map(({ id, method }) => method ?? id)).toEqual([
      2,
      'session/caughtUp',
    ]);
  });

  it('again restarts the stream with the new options', async () => {
    const { daemon, socket, last } = await talked();
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID });
    await socket.until(isCaughtUp);
    socket.call(2, 'session/subscribe', { sessionId: SESSION_ID, offset: 3, includeRaw: true });
    const again = await socket.until(isCaughtUp);
    expect(sequences(again)).toEqual(range(4, last));
    expect(again.filter(isEvent).some(({ params }) => params!.raw !== null)).toBe(true);
    await turn(daemon, SESSION_ID, 'echo hi');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const live = await socket.until(isEnd);
    expect(sequences(live)).toEqual(range(last + 1, last + live.length));
  });

  it('reports pending requests', async () => {
    const daemon = await testDaemon();
    await daemon.create(SESSION_ID);
    await daemon.say(SESSION_ID, 'question');
    const { data } = await nth(daemon, SESSION_ID, 'question.requested');
    const client = await daemon.connect();
    expect(await client.call('session/subscribe', { sessionId: SESSION_ID })).toMatchObject({
      session: { status: 'waiting' },
      state: { pending: { questions: [data] } },
      pending: { permissions: [], questions: [data] },
    });
  });

  it('supports many sessions per connection, each with its own offset', async () => {
    const { daemon, socket, last } = await talked();
    await daemon.create('two');
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID, offset: last - 1 });
    await socket.until(isCaughtUp);
    socket.call(2, 'session/subscribe', { sessionId: 'two' });
    await socket.until(isCaughtUp);
    await turn(daemon, 'two', 'echo for two');
    await daemon.call('POST', '/v1/sessions/two/terminate');
    const frames = await socket.until(isEnd);
    expect(new Set(frames.map(({ params }) => params!.session_id))).toEqual(new Set(['two']));
  });
});

describe('the states of a session', () => {
  it('follow the event that led to each, on request only', async () => {
    const daemon = await testDaemon();
    await daemon.create(SESSION_ID);
    const [watcher, plain] = [await RawSocket.open(daemon.url), await RawSocket.open(daemon.url)];
    watcher.call(1, 'session/subscribe', { sessionId: SESSION_ID, includeState: true });
    plain.call(1, 'session/subscribe', { sessionId: SESSION_ID });
    await turn(daemon, SESSION_ID, 'tool');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const isEnded = ({ method, params }: Frame) => method === 'session/state' && params!.value === 'ended';
    const frames = await watcher.until(isEnded);
    let sequence = 0;
    let states = 0;
    for (const { method, params } of frames) {
      if (method === 'event') sequence = params!.sequence as number;
      if (method !== 'session/state') continue;
      states++;
      expect(params).toEqual({ sessionId: SESSION_ID, sequence, value: expect.anything() });
    }
    expect(states).toBeGreaterThan(3);
    const methods = (await plain.until(isEnd)).map(({ method }) => method);
    expect(methods).not.toContain('session/state');
  });

  it('are the same replayed and live, except for those without an event', async () => {
    const daemon = await testDaemon();
    await daemon.create(SESSION_ID);
    const live = await RawSocket.open(daemon.url);
    live.call(1, 'session/subscribe', { sessionId: SESSION_ID, includeState: true });
    await live.until(isCaughtUp);
    await turn(daemon, SESSION_ID, 'tool');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const isEnded = ({ method, params }: Frame) => method === 'session/state' && params!.value === 'ended';
    const seen = [...live.frames, ...(await live.until(isEnded))];
    const later = await RawSocket.open(daemon.url);
    later.call(1, 'session/subscribe', { sessionId: SESSION_ID, includeState: true });
    const replayed = await later.until(isEnded);
    const reproducible = (frames: Frame[]) => {
      const isSilent = ({ method, params }: Frame) =>
        params?.value === 'ending' || method === 'session/agent';
      const kept = frames.filter((frame) => frame.method && !isCaughtUp(frame) && !isSilent(frame));
      const unique = new Set(kept);
      return [...unique].map(({ method, params }) => [method, params]);
    };
    expect(reproducible(replayed)).toEqual(reproducible(seen));
  });
});

describe('unsubscribing', () => {
  it('stops the events', async () => {
    const { daemon, socket } = await talked();
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID });
    await socket.until(isCaughtUp);
    socket.call(2, 'session/unsubscribe', { sessionId: SESSION_ID });
    expect(await socket.next()).toEqual({ jsonrpc: '2.0', id: 2, result: null });
    await turn(daemon, SESSION_ID, 'echo unheard');
    socket.call(3, 'session/list');
    expect((await socket.next()).id).toBe(3);
  });

  it('stops them right after subscribing', async () => {
    const { daemon, socket } = await talked();
    socket.call(1, 'session/subscribe', { sessionId: SESSION_ID });
    socket.call(2, 'session/unsubscribe', { sessionId: SESSION_ID });
    await socket.answer(2);
    socket.call(3, 'session/list');
    await socket.until(({ id }) => id === 3);
    const before = socket.frames.length;
    await turn(daemon, SESSION_ID, 'echo unheard');
    socket.call(4, 'session/list');
    expect((await socket.next()).id).toBe(4);
    expect(socket.frames).toHaveLength(before + 1);
  });

  it('is not an error without a subscription', async () => {
    const { socket } = await talked();
    socket.call(1, 'session/unsubscribe', { sessionId: SESSION_ID });
    socket.call(2, 'session/unsubscribe', { sessionId: 'nobody' });
    expect([(await socket.next()).result, (await socket.next()).result]).toEqual([null, null]);
  });

  it('releases the reader, and so does closing the connection', async () => {
    const { daemon, socket } = await talked();
    const readers = async () =>
      /^greenroom_readers (\d+)$/m.exec(await (await daemon.fetch('GET', '/metrics')).text())?.[1];
    const other = await RawSocket.open(daemon.url);
    for (const each of [socket, other]) {
      each.call(1, 'session/subscribe', { sessionId: SESSION_ID });
      await each.until(isCaughtUp);
    }
    expect(await readers()).toBe('2');
    socket.call(2, 'session/unsubscribe', { sessionId: SESSION_ID });
    await socket.answer(2);
    expect(await readers()).toBe('1');
    other.socket.close();
    await expect.poll(readers, { interval: 5 }).toBe('0');
  });

  it('reports states without an event', async () => {
    const daemon = await testDaemon();
    await daemon.create(SESSION_ID);
    const client = await daemon.connect();
    await client.call('session/subscribe', { sessionId: SESSION_ID, includeState: true });
    await client.call('session/send', { sessionId: SESSION_ID, message: 'sleep 600000' });
    await client.event(SESSION_ID, 'item.completed');
    await client.call('session/interrupt', { sessionId: SESSION_ID });
    await client.event(SESSION_ID, 'turn.ended');
    const turns = client.notifications
      .filter(({ method }) => method === 'session/state')
      .map(({ params }) => (params.value as { live: { turn: unknown } }).live.turn);
    expect(turns.slice(-3)).toEqual([{ running: 'active' }, { running: 'interrupting' }, 'idle']);
  });
});
