import type { Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry, FileStat } from '../../schema/index.js';
import { around, Folder, withFolder } from './folder.js';
import type { FilePlaces, Place, Wanted } from './places.js';

/** Where a client may follow symbolic links to. */
export interface Targets {
  places: Pick<FilePlaces, 'locate'>;
  sessionId: string | undefined;
}

/** Entries that are sent together. */
const PIECE = 256;

export function statOf(place: Place): Promise<FileStat> {
  return around(place, async (folder, name) => ({
    path: place.real,
    ...described(name === '' ? await folder.stat() : await required(folder, name)),
  }));
}

/** The content of a folder as pieces of JSON, looked at as fast as they are read. */
export async function listing({ root, names }: Place, targets: Targets): Promise<AsyncGenerator<string>> {
  const open = () => Folder.open(root, names);
  const entries = await withFolder(open(), (folder) => readdir(folder.path));
  // Opened again by whoever reads: pieces that nobody reads keep nothing open.
  return piecesOf(entries, open, targets);
}

async function* piecesOf(
  names: readonly string[],
  open: () => Promise<Folder>,
  targets: Targets,
): AsyncGenerator<string> {
  const folder = await open();
  try {
    let head = '[';
    for (let from = 0; from < names.length; from += PIECE) {
      const piece = names.slice(from, from + PIECE).map((name) => entryOf(folder, name, targets));
      const entries = (await Promise.all(piece)).flatMap((entry) => (entry ? [JSON.stringify(entry)] : []));
      if (entries.length === 0) continue;
      yield head + entries.join(',');
      head = ',';
    }
    yield head === ',' ? ']' : '[]';
  } finally {
    await folder.close();
  }
}

/** An entry of a folder; null if it is gone. A symbolic link shows what it leads to if the client may reach that. */
async function entryOf(
  folder: Folder,
  name: string,
  { places, sessionId }: Targets,
): Promise<FileEntry | null> {
  const found = await folder.find(name);
  if (found === null) return null;
  const path = join(folder.real, name);
  const shown = found.isSymbolicLink() ? await targetOf({ path, sessionId }, places) : null;
  return { name, path, ...(shown ?? described(found)) };
}

async function targetOf(wanted: Wanted, places: Pick<FilePlaces, 'locate'>) {
  try {
    const { path: _, ...shown } = await statOf(await places.locate(wanted));
    return shown;
  } catch {
    return null;
  }
}

async function required(folder: Folder, name: string): Promise<Stats> {
  const found = await folder.find(name);
  if (found) return found;
  throw Object.assign(new Error('missing'), { code: 'ENOENT' });
}

function described(stats: Stats): Omit<FileStat, 'path'> {
  return {
    entryType: stats.isDirectory() ? 'directory' : 'file',
    size: stats.size,
    modified: stats.mtime.toISOString(),
  };
}
