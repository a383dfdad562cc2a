import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Database } from '../../src/log/sqlite/database.js';
import { daemonProcess } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { exchange, info, soundEvents } from './lives.js';
import { guardedSession, processesOf } from './processes.js';
import { allTexts, difference, overSse, overWebSocket } from './readers.js';

const main = fileURLToPath(new URL('../../dist/program/greenroom.js', import.meta.url));
/** A loaded machine is slow; this is only how long a hang may last. */
const PATIENTLY = { timeout: 50_000 };
const UNAVAILABLE = { status: 503, type: 'urn:greenroom:error:storage_unavailable' };

/** A daemon that cannot write files beyond a size, in blocks of 512 bytes: to the daemon it looks like a full disk. */
async function crampedDaemon(dataFolder: string, blocks: number) {
  const flags = ['server', '--port', '0', '--no-token', '--isolate', 'off', '--data', dataFolder];
  const child = execa('sh', ['-c', `ulimit -S -f ${blocks}; exec node "$@"`, 'sh', main, ...flags], {
    reject: false,
    env: { GREENROOM_TOKEN: undefined },
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening +(http:\S+)/.exec(line)?.[1];
    if (url) return { child, url };
  }
  throw new Error('the daemon did not start');
}

const call = (url: string, method: string, path: string, body?: object) =>
  fetch(`${url}/v1${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });

it('stays up on a full disk, serves what is stored, and goes on by itself when there is room', async () => {
  const [busy, idle] = [guardedSession('busy'), guardedSession('idle')];
  const dataFolder = await tempFolder();
  const { child, url } = await crampedDaemon(dataFolder, 8_000);
  for (const id of [busy, idle])
    await call(url, 'POST', `/sessions/${id}`, { agent: 'mock', directory: dataFolder });
  const readings = [await overWebSocket({ url, sessionId: busy }), await overSse({ url, sessionId: busy })];
  await call(url, 'POST', `/sessions/${busy}/messages`, { message: 'burst 60000 16 20000' });

  const send = (id: string) => call(url, 'POST', `/sessions/${id}/messages`, { message: 'count' });
  await vi.waitFor(async () => expect((await send(idle)).status).toBe(503), {
    ...PATIENTLY,
    interval: 100,
  });
  // For good: writing the log back would make room again for a moment.
  await execa('prlimit', ['--pid', String(child.pid), '--fsize=4096:']);
  expect(await (await send(idle)).json()).toMatchObject(UNAVAILABLE);
  expect(await (await call(url, 'POST', '/sessions/new', { agent: 'mock' })).json()).toMatchObject(
    UNAVAILABLE,
  );
  expect((await call(url, 'GET', '/health')).status).toBe(200);
  expect(await (await call(url, 'GET', '/ready')).json()).toMatchObject(UNAVAILABLE);
  const stored = await allTexts(url, busy);
  for (const reading of readings) expect(difference(reading, stored)).toBeNull();

  // An agent can always be stopped.
  expect((await call(url, 'POST', `/sessions/${idle}/terminate`)).status).toBe(202);
  expect(await processesOf(idle)).toEqual([]);

  await execa('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:']);
  for (const reading of readings) await reading.saw('turn.ended');
  const again = await allTexts(url, busy);
  expect(again.slice(0, stored.length)).toEqual(stored);
  for (const reading of readings) expect(difference(reading, again)).toBeNull();
  expect((await call(url, 'GET', '/ready')).status).toBe(200);
  expect((await send(busy)).status).toBe(204);
  await vi.waitFor(
    async () =>
      expect(await (await call(url, 'GET', `/sessions/${idle}`)).json()).toMatchObject({ status: 'ended' }),
    PATIENTLY,
  );
  child.kill('SIGTERM');
  expect((await child).exitCode).toBe(0);

  const after = await daemonProcess({ dataFolder });
  await soundEvents(after.daemon, busy);
  expect(await info(after, idle)).toMatchObject({ status: 'ended' });
});

it('takes ends and deletes without any room on the disk, and carries them out when there is some', async () => {
  const [ending, deleting] = [guardedSession('ending'), guardedSession('deleting')];
  const started = await daemonProcess();
  const { daemon, child, dataFolder } = started;
  for (const id of [ending, deleting]) {
    await daemon.create(id);
    await exchange(daemon, id, 'echo before');
  }
  const limit = (bytes: string) => execa('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`]);
  await limit('4096');
  // A second time as well: the end is not stored yet.
  for (let times = 0; times < 2; times++)
    expect((await call(daemon.url, 'POST', `/sessions/${ending}/terminate`)).status).toBe(202);
  expect((await call(daemon.url, 'DELETE', `/sessions/${deleting}`)).status).toBe(202);
  expect((await call(daemon.url, 'GET', `/sessions/${deleting}`)).status).toBe(404);

  await limit('unlimited');
  await vi.waitFor(
    async () => expect((await call(daemon.url, 'POST', `/sessions/${ending}/terminate`)).status).toBe(204),
    PATIENTLY,
  );
  expect((await soundEvents(daemon, ending)).at(-1)).toMatchObject({ type: 'session.ended' });
  child.kill('SIGTERM');
  await child;
  const after = await daemonProcess({ dataFolder });
  expect((await call(after.daemon.url, 'GET', `/sessions/${deleting}`)).status).toBe(404);
});

it("waits for another program's write lock, and reads meanwhile", async () => {
  const sessionId = guardedSession('locked');
  const { daemon, dataFolder } = await daemonProcess();
  await daemon.create(sessionId);
  await exchange(daemon, sessionId, 'echo before');
  const other = new Database(join(dataFolder, 'greenroom.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const texts = await allTexts(daemon.url, sessionId);
  expect(texts.length).toBeGreaterThan(3);
  const send = () =>
    call(daemon.url, 'POST', `/sessions/${sessionId}/messages`, { message: 'echo during', messageId: 'm' });
  const refused = await send();
  expect(await refused.json()).toMatchObject(UNAVAILABLE);
  expect(await (await send()).json()).toMatchObject(UNAVAILABLE);
  expect(await allTexts(daemon.url, sessionId)).toEqual(texts);
  other.exec('ROLLBACK');
  other.close();

  // The same message again: it is the same, whether it was taken before or not.
  await vi.waitFor(async () => expect((await send()).status).toBe(204), PATIENTLY);
  const reading = await overWebSocket({ url: daemon.url, sessionId });
  await vi.waitFor(
    async () => expect(assistantTexts(await soundEvents(daemon, sessionId))).toContain('during'),
    PATIENTLY,
  );
  expect(assistantTexts(await exchange(daemon, sessionId, 'echo after'))).toEqual(['after']);
  await reading.saw('turn.ended');
  const all = assistantTexts(await soundEvents(daemon, sessionId));
  expect(all).toEqual(['before', 'during', 'after']);
});
