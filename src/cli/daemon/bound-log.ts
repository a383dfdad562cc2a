import { fstatSync } from 'node:fs';
import { copyFile, stat, truncate } from 'node:fs/promises';
import { daemonLogPath } from './daemon-log.js';

const MOST_BYTES = 10_000_000;
const CHECK_MS = 10_000;
const STANDARD_ERROR = 2;

/**
 * Keeps the log of a daemon in the background from growing without end: what is too long moves to `daemon.log.1`, in
 * place of what was there. The file itself stays, since also crashes of Node are written to it.
 */
export async function boundLog(data: string): Promise<void> {
  const path = daemonLogPath(data);
  if (!(await isStandardError(path))) return;
  await shorten(path);
  let isBusy = false;
  const check = async () => {
    if (isBusy) return;
    isBusy = true;
    await shorten(path);
    isBusy = false;
  };
  setInterval(() => void check(), CHECK_MS).unref();
}

/** A full disk is no reason to stop. */
async function shorten(path: string): Promise<void> {
  try {
    if ((await stat(path)).size <= MOST_BYTES) return;
    await copyFile(path, `${path}.1`);
    await truncate(path);
  } catch {}
}

async function isStandardError(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  if (!file) return false;
  const { dev, ino } = fstatSync(STANDARD_ERROR);
  return file.dev === dev && file.ino === ino;
}
