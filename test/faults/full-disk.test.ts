import { rm, statfs } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { fill } from '../support/fill.js';
import { daemonProcess } from '../support/program.js';
import { canMount, smallDisk } from '../support/small-disk.js';
import { assistantTexts } from '../support/texts.js';
import { exchange } from './lives.js';
import { guardedSession } from './processes.js';

const free = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

// Elsewhere, `storage.test.ts` covers the daemon's behaviour with a limit on the size of its files.
describe.runIf(canMount)('on a full disk', () => {
  it('a daemon starts, and deleting sessions makes room again', async () => {
    const folder = await smallDisk(40);
    const dataFolder = folder;
    const [large, small] = [guardedSession('large'), guardedSession('small')];
    const first = await daemonProcess({ dataFolder });
    for (const id of [large, small]) await first.daemon.create(id);
    await exchange(first.daemon, large, `echo ${'x'.repeat(2_000_000)}`);
    first.child.kill('SIGTERM');
    await first.child;
    const filler = await fill(folder);

    const { daemon } = await daemonProcess({ dataFolder });
    expect(await free(folder)).toBeLessThan(4 * 1024 * 1024);
    const deleted = await daemon.fetch('DELETE', `/v1/sessions/${large}`);
    expect([202, 204]).toContain(deleted.status);
    await vi.waitFor(async () => expect(await free(folder)).toBeGreaterThan(4 * 1024 * 1024), {
      timeout: 30_000,
    });
    expect(assistantTexts(await exchange(daemon, small, 'echo there is room'))).toEqual(['there is room']);
    await rm(filler);
  });
});
