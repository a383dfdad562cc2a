import { expect, it } from 'vitest';
import type { SessionState } from '../../src/schema/index.js';
import { conversation, writeSessions } from '../browser/write-sessions.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { tempFolder } from '../support/temp-folder.js';

const COUNT = 40;
const MOST_IN_MEMORY = 16;

async function inMemory(daemon: TestDaemon): Promise<number> {
  const text = await (await daemon.fetch('GET', '/metrics')).text();
  return Number(/^greenroom_sessions_in_memory (\d+)$/m.exec(text)?.[1]);
}

it('ended sessions that are read do not stay in memory', async () => {
  const dataFolder = await tempFolder();
  const ids = Array.from({ length: COUNT }, (_, i) => `s${i}`);
  await writeSessions(
    dataFolder,
    ids.map((id) => ({ id, title: id, events: conversation(['hello', 'there']) })),
  );
  const daemon = await testDaemon({ dataFolder });
  const client = await daemon.connect();
  expect(await inMemory(daemon)).toBe(0);
  const reads: ((id: string) => Promise<unknown>)[] = [
    async (id) => {
      const state = await daemon.call<SessionState>('GET', `/v1/sessions/${id}/state`);
      expect(state).toMatchObject({ sessionId: id, value: 'ended', sequence: 8 });
    },
    async (id) => expect((await daemon.fetch('GET', `/v1/sessions/${id}/diagram.svg`)).status).toBe(200),
    async (id) => expect((await daemon.events(id)).length).toBe(8),
    (id) => client.call('session/subscribe', { sessionId: id, includeState: true }),
    async (id) =>
      expectProblem(
        await daemon.fetch('POST', `/v1/sessions/${id}/messages`, { message: 'x' }),
        'session_ended',
      ),
  ];
  for (const read of reads) {
    await Promise.all(ids.map(read));
    expect(await inMemory(daemon)).toBeLessThanOrEqual(MOST_IN_MEMORY);
  }
  for (const id of ids) expect(await daemon.call('GET', `/v1/sessions/${id}`)).toMatchObject({ title: id });
  expect(await inMemory(daemon)).toBeLessThanOrEqual(MOST_IN_MEMORY);
});

it('an ended session that was read leaves memory when it is deleted', async () => {
  const daemon = await testDaemon();
  await daemon.create('one');
  await daemon.call('POST', '/v1/sessions/one/terminate');
  await daemon.call('GET', '/v1/sessions/one/state');
  expect(await inMemory(daemon)).toBe(1);
  await daemon.call('DELETE', '/v1/sessions/one');
  expect(await inMemory(daemon)).toBe(0);
});
