import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { SessionInfo } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { RawSocket } from '../support/raw-socket.js';
import { nth, turn } from '../support/turns.js';

describe('watching all sessions', () => {
  it('reports sessions that are created, end, or are deleted', async () => {
    const daemon = await testDaemon();
    const socket = await RawSocket.open(daemon.url);
    socket.call(1, 'session/watch');
    expect(await socket.next()).toEqual({ jsonrpc: '2.0', id: 1, result: null });
    await daemon.create('one', { title: 'T' });
    const opened = await socket.next();
    expect(opened.method).toBe('session/opened');
    expect(SessionInfo.strict().parse(opened.params!.session)).toMatchObject({
      sessionId: 'one',
      title: 'T',
    });
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const ending = await socket.until(({ method }) => method === 'session/closed');
    expect(ending.at(-1)!.params).toEqual({ sessionId: 'one', reason: 'ended' });
    expect(ending.at(-2)).toMatchObject({
      method: 'session/changed',
      params: { session: { status: 'ended' } },
    });
    await daemon.call('DELETE', '/v1/sessions/one');
    expect(await socket.next()).toMatchObject({
      method: 'session/closed',
      params: { sessionId: 'one', reason: 'deleted' },
    });
  });

  it('reports each change once per connection, and only to watchers', async () => {
    const daemon = await testDaemon();
    const [watcher, other] = [await RawSocket.open(daemon.url), await RawSocket.open(daemon.url)];
    for (const id of [1, 2]) {
      watcher.call(id, 'session/watch');
      await watcher.answer(id);
    }
    await daemon.create('one');
    const received = async (socket: RawSocket) => {
      socket.call('last', 'session/list');
      return (await socket.until(({ id }) => id === 'last')).flatMap(({ method }) => method ?? []);
    };
    expect(await received(watcher)).toEqual(['session/opened', 'session/changed']);
    expect(await received(other)).toEqual([]);
  });

  it('stops on unwatch', async () => {
    const daemon = await testDaemon();
    const socket = await RawSocket.open(daemon.url);
    socket.call(1, 'session/watch');
    socket.call(2, 'session/unwatch');
    await socket.answer(2);
    await daemon.create('one');
    socket.call(3, 'session/list');
    expect((await socket.next()).id).toBe(3);
  });
});

describe('a changing session', () => {
  /** A daemon whose clock the test controls, and a client that watches. */
  async function watched() {
    const clock = new SimulatedClock();
    const daemon = await testDaemon({ clock });
    const socket = await RawSocket.open(daemon.url);
    socket.call(1, 'session/watch');
    await socket.answer(1);
    await daemon.create('one');
    const changes = () =>
      socket.frames.flatMap(({ method, params }) =>
        method === 'session/changed' ? [SessionInfo.strict().parse(params!.session)] : [],
      );
    /** A later call's answer implies that all earlier notifications have arrived. */
    const settle = async () => {
      socket.call('settled', 'session/list');
      await socket.answer('settled');
      return changes();
    };
    return { clock, daemon, settle };
  }

  it('is reported at once, and then at most once per interval', async () => {
    const { clock, daemon, settle } = await watched();
    expect(await settle()).toMatchObject([{ status: 'idle', lastSequence: 1 }]);
    await turn(daemon, 'one', 'burst 50');
    expect(await settle()).toHaveLength(1);
    clock.increment(250);
    const { lastSequence } = (await daemon.call('GET', '/v1/sessions/one')) as SessionInfo;
    expect((await settle()).slice(1)).toMatchObject([{ status: 'idle', lastSequence }]);
    clock.increment(250);
    expect(await settle()).toHaveLength(2);
  });

  it('reports pending requests and the length of the queue', async () => {
    const { clock, daemon, settle } = await watched();
    clock.increment(250);
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    await daemon.say('one', 'next');
    clock.increment(250);
    expect((await settle()).at(-1)).toMatchObject({ status: 'waiting', queued: 1 });
  });
});

describe('a connection', () => {
  it('is pinged, and stays open as long as it answers', async () => {
    const daemon = await testDaemon({ pingMs: 10 });
    const socket = await RawSocket.open(daemon.url);
    let pings = 0;
    await new Promise<void>((resolve) => socket.socket.on('ping', () => ++pings === 10 && resolve()));
    socket.call(1, 'session/list');
    expect((await socket.next()).id).toBe(1);
  });

  it('is closed after two missed pings', async () => {
    const daemon = await testDaemon({ pingMs: 10 });
    const socket = await RawSocket.open(daemon.url, { autoPong: false });
    expect(await socket.closed).toBe(1006);
    expect(socket.pings).toBe(2);
  });

  it('is closed with 1001 when the daemon stops', async () => {
    const daemon = await testDaemon();
    const socket = await RawSocket.open(daemon.url);
    await daemon.stop();
    expect(await socket.closed).toBe(1001);
  });

  it('receives all committed events before it is closed', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const socket = await RawSocket.open(daemon.url);
    socket.call(1, 'session/subscribe', { sessionId: 'one' });
    await socket.until(({ method }) => method === 'session/caughtUp');
    await daemon.say('one', 'sleep 600000');
    await daemon.stop();
    await socket.closed;
    const types = socket.frames.flatMap(({ params }) => (params?.type ? [params.type] : []));
    expect(types.at(-1)).toBe('turn.ended');
  });
});
