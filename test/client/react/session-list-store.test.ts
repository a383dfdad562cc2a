import { expect, it } from 'vitest';
import type { GreenroomClient, SessionInfo, SessionsListener } from '../../../src/client/index.js';
import { SessionListStore } from '../../../src/client/react/session-list-store.js';

const session = (sessionId: string, createdAt: number, status = 'idle') =>
  ({ sessionId, createdAt, status }) as SessionInfo;

function rig(pages: Record<string, { sessions: SessionInfo[]; nextCursor: string | null }>) {
  let listener: SessionsListener | null = null;
  const sessions = {
    watch: (given: SessionsListener) => {
      listener = given;
      return () => {};
    },
    page: async ({ cursor, status }: { cursor?: string; status?: string }) =>
      pages[cursor ?? status!] ?? Promise.reject(new Error('not connected')),
  } as unknown as GreenroomClient['sessions'];
  const store = new SessionListStore(sessions);
  return { store, listener: listener!, names: () => store.sessions().map(({ sessionId }) => sessionId) };
}

it('loads older sessions on demand, and those that wait for a human at once', async () => {
  const { store, listener, names } = rig({
    waiting: { sessions: [session('asking', 1, 'waiting')], nextCursor: null },
    next: { sessions: [session('old', 2), session('asking', 1, 'waiting')], nextCursor: null },
  });
  const told = new Promise<void>((resolve) => {
    store.subscribe(() => names().includes('asking') && resolve());
  });
  (listener as SessionsListener).list([session('new', 3)], 'next');
  await told;
  expect([names(), store.hasMore()]).toEqual([['asking', 'new'], true]);
  await store.loadMore();
  expect([names(), store.hasMore()]).toEqual([['asking', 'new', 'old'], false]);
});

it('keeps the offer to load more if there was no connection', async () => {
  const { store, listener, names } = rig({});
  (listener as SessionsListener).list([session('new', 3)], 'next');
  await store.loadMore();
  expect([names(), store.hasMore()]).toEqual([['new'], true]);
});
