import { rm } from 'node:fs/promises';
import { execa } from 'execa';
import { expect, it, vi } from 'vitest';
import { fill } from '../support/fill.js';
import { daemonProcess } from '../support/program.js';
import { canMount, smallDisk } from '../support/small-disk.js';
import { assistantTexts } from '../support/texts.js';
import { type DaemonProcess, exchange, info, kill, restart, soundEvents } from './lives.js';
import { guardedSession, processesOf } from './processes.js';

/** A loaded machine is slow; this is only how long a hang may last. */
const PATIENTLY = { timeout: 50_000 };

/** From now on the daemon cannot write beyond this size of a file: to SQLite it looks like a full disk. */
async function cramp({ child }: DaemonProcess): Promise<void> {
  await execa('prlimit', ['--pid', String(child.pid), '--fsize=4096:']);
}

/** Sessions with something to lose, each with an agent. */
async function sessions(daemon: DaemonProcess['daemon'], ...names: string[]): Promise<string[]> {
  const ids = names.map((name) => guardedSession(name));
  for (const id of ids) {
    await daemon.create(id);
    await exchange(daemon, id, 'echo before');
  }
  return ids;
}

async function answer({ daemon }: DaemonProcess, method: string, path: string): Promise<number> {
  return (await daemon.fetch(method, `/v1/sessions/${path}`)).status;
}

async function stop({ child }: DaemonProcess): Promise<void> {
  child.kill('SIGTERM');
  expect((await child).signal).toBeUndefined();
}

it.each([
  { name: 'killed', end: kill },
  { name: 'stopped', end: stop },
])('a daemon that is $name without any room leaves nothing undone that it promised', async ({ end }) => {
  const first = await daemonProcess();
  const [ending, deleting, busy] = await sessions(first.daemon, 'ending', 'deleting', 'busy');
  await first.daemon.say(busy!, 'permission');
  await vi.waitFor(
    async () => expect(await info(first, busy!)).toMatchObject({ status: 'waiting' }),
    PATIENTLY,
  );
  await cramp(first);
  expect(await answer(first, 'POST', `${ending}/terminate`)).toBe(202);
  expect(await answer(first, 'DELETE', deleting!)).toBe(202);
  expect(await answer(first, 'POST', `${busy}/interrupt`)).toBe(202);
  for (const id of [ending!, deleting!]) expect(await processesOf(id)).toEqual([]);
  await end(first);

  const next = await restart(first);
  expect(await info(next, ending!)).toMatchObject({ status: 'ended', ended: true });
  const events = await soundEvents(next.daemon, ending!);
  expect(events.at(-1)).toMatchObject({ type: 'session.ended', data: { reason: 'terminated' } });
  expect(await answer(next, 'GET', deleting!)).toBe(404);
  // An interrupted turn is over, and its session goes on.
  const ended = (await soundEvents(next.daemon, busy!)).findLast(({ type }) => type === 'turn.ended');
  expect(ended).toMatchObject({ data: { metadata: { outcome: 'interrupted' } } });
  expect(assistantTexts(await exchange(next.daemon, busy!, 'echo after'))).toEqual(['after']);

  // Done once: a new session of the same id lives on.
  await next.daemon.create(deleting!);
  await kill(next);
  const last = await restart(next);
  expect(await info(last, deleting!)).toMatchObject({ ended: false });
  expect(await soundEvents(last.daemon, ending!)).toEqual(events);
});

it.runIf(canMount)('a disk without a free block is enough, as often as the daemon is killed', async () => {
  const dataFolder = await smallDisk(24);
  const first = await daemonProcess({ dataFolder });
  const [ending] = await sessions(first.daemon, 'ending');
  const filler = await fill(dataFolder);
  expect(await answer(first, 'POST', `${ending}/terminate`)).toBe(202);
  await kill(first);
  const second = await restart(first);
  expect(await info(second, ending!)).toMatchObject({ ended: true });
  await kill(second);
  await rm(filler);
  const third = await restart(second);
  expect(await info(third, ending!)).toMatchObject({ ended: true });
  expect((await soundEvents(third.daemon, ending!)).at(-1)).toMatchObject({ type: 'session.ended' });
});
