import { describe, expect, it } from 'vitest';
import { SessionInfo } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { RawSocket } from '../support/raw-socket.js';

describe('watching all sessions', () => {
  it('tells of those that open, end and are deleted', async () => {
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
    expect(await socket.next()).toMatchObject({
      method: 'session/closed',
      params: { sessionId: 'one', reason: 'ended' },
    });
    await daemon.call('DELETE', '/v1/sessions/one');
    expect(await socket.next()).toMatchObject({
      method: 'session/closed',
      params: { sessionId: 'one', reason: 'deleted' },
    });
  });

  it('tells each once, however often it was asked for, and nobody who did not ask', async () => {
    const daemon = await testDaemon();
    const [watcher, other] = [await RawSocket.open(daemon.url), await RawSocket.open(daemon.url)];
    for (const id of [1, 2]) {
      watcher.call(id, 'session/watch');
      await watcher.answer(id);
    }
    await daemon.create('one');
    await watcher.next();
    for (const socket of [watcher, other]) {
      socket.call('last', 'session/list');
      expect((await socket.next()).id).toBe('last');
    }
  });

  it('ends with unwatch', async () => {
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

describe('a connection', () => {
  it('is pinged, and stays as long as it answers', async () => {
    const daemon = await testDaemon({ pingMs: 10 });
    const socket = await RawSocket.open(daemon.url);
    let pings = 0;
    await new Promise<void>((resolve) => socket.socket.on('ping', () => ++pings === 10 && resolve()));
    socket.call(1, 'session/list');
    expect((await socket.next()).id).toBe(1);
  });

  it('is closed when two pings in a row are missed', async () => {
    const daemon = await testDaemon({ pingMs: 10 });
    const socket = await RawSocket.open(daemon.url, { autoPong: false });
    expect(await socket.closed).toBe(1006);
    expect(socket.pings).toBe(2);
  });

  it('is told goodbye with 1001 when the daemon stops', async () => {
    const daemon = await testDaemon();
    const socket = await RawSocket.open(daemon.url);
    await daemon.stop();
    expect(await socket.closed).toBe(1001);
  });

  it('gets all that is committed before it is told goodbye', async () => {
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
