import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PendingRequests, SessionInfo, TrustedFolder } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';

/** A folder that brings something for the mock agent. */
async function bringing(): Promise<string> {
  const directory = await tempFolder();
  await mkdir(join(directory, '.mock'));
  await writeFile(join(directory, '.mock', 'settings.json'), '{"greeting": "hi"}');
  return directory;
}

async function asked(daemon: TestDaemon, id: string) {
  const { permissions } = await daemon.call<PendingRequests>('GET', `/v1/sessions/${id}/requests`);
  return permissions.filter(({ action }) => action === 'trust_folder');
}

const trusted = async (daemon: TestDaemon) =>
  (await daemon.call<{ folders: TrustedFolder[] }>('GET', '/v1/trust')).folders;

it('asks before the agent starts, and answers the creation at once', async () => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  expect(await daemon.create('a', { directory })).toMatchObject({ status: 'waiting', nativeSessionId: null });
  const [request] = await asked(daemon, 'a');
  const path = join(directory, '.mock', 'settings.json');
  expect(request!.metadata).toMatchObject({
    kind: 'other',
    paths: [path],
    input: { directory, brings: [{ path, brings: ['the setting greeting: hi'] }] },
  });
  await daemon.call('POST', `/v1/sessions/a/permissions/${request!.permission_id}/reply`, {
    reply: 'always',
  });
  expect(await trusted(daemon)).toMatchObject([{ agent: 'mock', paths: [path] }]);
  expect(await daemon.create('b', { directory })).toMatchObject({
    status: 'idle',
    nativeSessionId: 'mock-b',
  });
});

it('terminates a session that waits for trust', async () => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  await daemon.create('a', { directory });
  await daemon.call('POST', '/v1/sessions/a/terminate');
  expect((await daemon.events('a')).map(({ type }) => type)).toEqual([
    'session.started',
    'permission.requested',
    'permission.resolved',
    'session.ended',
  ]);
});

it('is added and removed over the API', async () => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  await daemon.call('POST', '/v1/trust', { folder: directory });
  const [entry] = await trusted(daemon);
  expect(await daemon.create('a', { directory })).toMatchObject({ status: 'idle' });
  await daemon.call('DELETE', `/v1/trust/${entry!.id}`);
  expect(await daemon.create('b', { directory })).toMatchObject({ status: 'waiting' });
  expect((await daemon.fetch('DELETE', `/v1/trust/${entry!.id}`)).status).toBe(404);
  expect((await daemon.fetch('POST', '/v1/trust', { folder: 'relative' })).status).toBe(400);
});

it.each(['always', 'never'] as const)('is not asked about with trust: %s', async (trust) => {
  const [daemon, directory] = [await testDaemon(), await bringing()];
  await daemon.create('a', { directory, trust });
  expect(await asked(daemon, 'a')).toEqual([]);
});

it('asks again after a restart of the daemon, for a queued message', async () => {
  const [directory, dataFolder] = [await bringing(), await tempFolder()];
  const first = await testDaemon({ dataFolder });
  await first.create('a', { directory });
  await first.say('a', 'hello');
  await first.stop();
  const second = await testDaemon({ dataFolder });
  await expect.poll(async () => (await asked(second, 'a')).length).toBe(1);
  const { status } = await second.call<SessionInfo>('GET', '/v1/sessions/a');
  expect(status).toBe('waiting');
});
