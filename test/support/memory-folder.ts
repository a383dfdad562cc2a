import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** More than all tests need at the same time. A container may have as little as 64 MiB. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * A folder in memory for the temporary folders of tests, or null. Most tests run a daemon, which waits at every commit until
 * the disk has it.
 */
export function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_FREE_BYTES && canRunPrograms(MEMORY) ? MEMORY : null;
  } catch {
    return null;
  }
}

/** Tests write small programs into their folders. */
function canRunPrograms(parent: string): boolean {
  const folder = mkdtempSync(join(parent, 'greenroom-test-'));
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o700);
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
