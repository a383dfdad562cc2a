import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../regular-file.js';

/** A file, wherever links lead. */
export interface Found {
  path: string;
  /** Below the place that was looked at; empty if that is the file itself. */
  name: string;
  /** Null if it is not a regular file, too large, or not ours to read. */
  text: string | null;
  /** Why there is no text. */
  problem: string | null;
  /** Changes with the content. */
  identity: string;
}

/** Settings are smaller; of a larger file, its size and times tell whether it has changed. */
const MAX_BYTES = 1024 * 1024;

/** The file at a path, or the files below it, at most so many. Opens regular files only, so that nothing blocks. */
export async function filesAt(
  path: string,
  ignores: (name: string) => boolean,
  most: number,
): Promise<Found[]> {
  const found: Found[] = [];
  const seen = new Set<string>();
  const walk = async (at: string, name: string): Promise<void> => {
    if (found.length >= most || (name !== '' && ignores(name))) return;
    const stats = await stat(at, { bigint: true }).catch(() => null);
    if (stats === null) return;
    if (!stats.isDirectory()) return void found.push(await fileAt(at, name, stats));
    // Links may lead back.
    const real = await realpath(at).catch(() => at);
    if (seen.has(real)) return;
    seen.add(real);
    const names = await readdir(at).catch(() => null);
    if (names === null) return void found.push(unreadable(at, name, stats, 'a folder that cannot be read'));
    for (const each of names.sort()) await walk(join(at, each), name === '' ? each : `${name}/${each}`);
  };
  await walk(path, '');
  return found;
}

async function fileAt(path: string, name: string, stats: BigIntStats): Promise<Found> {
  if (!stats.isFile()) return unreadable(path, name, stats, 'something that is not a file');
  const content = await readRegularFile(path, MAX_BYTES);
  if (typeof content === 'string') {
    const size =
      stats.size > MAX_BYTES ? 'a file that is too large to look at' : 'a file that cannot be read';
    return unreadable(path, name, stats, size);
  }
  const identity = createHash('sha256').update(content).digest('hex');
  return { path, name, text: content.toString('utf8'), problem: null, identity };
}

function unreadable(path: string, name: string, stats: BigIntStats, problem: string): Found {
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = stats;
  return { path, name, text: null, problem, identity: [dev, ino, mode, size, mtimeNs, ctimeNs].join(':') };
}
