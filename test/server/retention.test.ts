import { expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { SessionInfo } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { turn } from '../support/turns.js';

const DAY_MS = 86_400_000;

const ids = async (daemon: TestDaemon) => {
  const { sessions } = await daemon.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions');
  return sessions.map(({ sessionId }) => sessionId).sort();
};

it('old ended sessions are deleted at the start of a daemon, and live ones are kept', async () => {
  const first = await testDaemon();
  for (const id of ['ended', 'live']) await first.create(id);
  await first.call('POST', '/v1/sessions/ended/terminate');
  await first.stop();
  const { dataFolder } = first;
  const now = () => Date.now() + 31 * DAY_MS;
  const second = await testDaemon({ dataFolder, now, retention: { ageMs: 30 * DAY_MS } });
  await vi.waitFor(async () => expect(await ids(second)).toEqual(['live']));
  expect(await turn(second, 'live', 'hello')).not.toEqual([]);
  expect((await second.fetch('GET', '/v1/sessions/ended/events')).status).toBe(404);
});

it('a deletion by size is announced like any other, and frees the id', async () => {
  const clock = new SimulatedClock();
  const daemon = await testDaemon({ clock, retention: { bytes: 1 } });
  for (const id of ['ended', 'read', 'live']) await daemon.create(id);
  for (const id of ['ended', 'read']) await daemon.call('POST', `/v1/sessions/${id}/terminate`);
  // Loads it again.
  await daemon.call('GET', '/v1/sessions/read/state');
  const client = await daemon.connect();
  await client.call('session/watch');
  clock.increment(3_600_000);
  await client.until(({ params }) => params.sessionId === 'ended');
  await vi.waitFor(async () => {
    clock.increment(1000);
    expect(await ids(daemon)).toEqual(['live']);
  });
  await client.until(({ params }) => params.sessionId === 'read');
  const closed = client.notifications.filter(({ method }) => method === 'session/closed');
  expect(closed.map(({ params }) => params)).toEqual(
    ['ended', 'read'].map((sessionId) => ({ sessionId, reason: 'deleted' })),
  );
  await daemon.create('ended');
  expect(await ids(daemon)).toEqual(['ended', 'live']);
});
