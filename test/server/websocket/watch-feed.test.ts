import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WatchFeed, type WatchFeedOptions } from '../../../src/server/websocket/watch-feed.js';

function rig() {
  const host = new EventEmitter();
  const titles = new Map<string, string>();
  const sent: string[] = [];
  let change: (session: { sessionId: string }) => void = () => {};
  let waiting: { promise: Promise<void>; resolve: () => void } | null = null;
  const feed = new WatchFeed({
    host: Object.assign(host, {
      info: (sessionId: string) => ({ sessionId, title: titles.get(sessionId) }),
    }),
    changes: {
      follow: (listener: typeof change) => {
        change = listener;
        return () => {
          change = () => {};
        };
      },
    },
    send: (text: string) => {
      const { method, params } = JSON.parse(text);
      const { sessionId, reason, session } = params;
      sent.push(`${method} ${session ? `${session.sessionId} ${session.title}` : `${sessionId} ${reason}`}`);
    },
    room: () => waiting?.promise ?? null,
  } as unknown as WatchFeedOptions);
  return {
    feed,
    sent,
    opened: (sessionId: string, title: string) => {
      titles.set(sessionId, title);
      host.emit('opened', { sessionId });
    },
    changed: (sessionId: string, title: string) => {
      titles.set(sessionId, title);
      change({ sessionId });
    },
    closed: (sessionId: string, reason: string) => host.emit('closed', { sessionId, reason }),
    fill: () => {
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      waiting = { promise, resolve };
    },
    drain: async () => {
      const before = waiting;
      waiting = null;
      before?.resolve();
      await before?.promise;
    },
  };
}

describe('a client that reads', () => {
  it('is told at once and in order', () => {
    const { opened, changed, closed, sent } = rig();
    opened('a', '1');
    changed('a', '2');
    closed('a', 'ended');
    closed('a', 'deleted');
    expect(sent).toEqual([
      'session/opened a 1',
      'session/changed a 2',
      'session/closed a ended',
      'session/closed a deleted',
    ]);
  });

  it('is told nothing once it stops watching', () => {
    const { feed, opened, changed, sent } = rig();
    feed.close();
    opened('a', '1');
    changed('a', '2');
    expect(sent).toEqual([]);
  });
});

describe('a client that does not read', () => {
  it('is told the latest when it reads again, once per session', async () => {
    const { opened, changed, closed, fill, drain, sent } = rig();
    fill();
    for (let i = 0; i < 1000; i++) changed('a', `${i}`);
    opened('b', 'new');
    changed('b', 'newer');
    closed('b', 'ended');
    expect(sent).toEqual([]);
    await drain();
    expect(sent).toEqual(['session/changed a 999', 'session/opened b newer', 'session/closed b ended']);
  });

  it('never hears of a session that came and went, and of the end of one that it knew', async () => {
    const { opened, changed, closed, fill, drain, sent } = rig();
    opened('known', '1');
    fill();
    opened('brief', '1');
    closed('brief', 'deleted');
    changed('known', '2');
    closed('known', 'ended');
    closed('known', 'deleted');
    opened('known', 'another');
    await drain();
    expect(sent.slice(1)).toEqual(['session/closed known deleted', 'session/opened known another']);
  });
});
