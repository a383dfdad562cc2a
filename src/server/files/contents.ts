import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ProblemError } from '../../schema/index.js';
import { randomId } from '../../sessions/index.js';
import { around, type Folder } from './folder.js';
import type { Place } from './places.js';

/** Opening a FIFO must not wait for its other end, and a terminal must not become the daemon's. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** The rights of a file, without set-user-id and the like. */
const RIGHTS = 0o777;

/** Opens a regular file and nothing else. What it holds beyond its size of now is not sent. */
export function openFile(place: Place): Promise<{ content: Readable; bytes: number }> {
  return around(place, async (folder, name) => {
    // Looked at first: opening a device may do something.
    refuseSpecial(await folder.find(name), place.real);
    const file = await open(folder.at(name || '.'), READ);
    try {
      const found = await file.stat();
      refuseSpecial(found, place.real);
      const { size: bytes } = found;
      if (bytes > 0) return { content: file.createReadStream({ end: bytes - 1 }), bytes };
      await file.close();
      return { content: Readable.from([]), bytes };
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

export interface Limit {
  bytes: number;
  /** As users set it. */
  name: string;
}

/** Writes a file with the folders around it; returns how many bytes it has. */
export function writeContent(
  place: Place,
  content: AsyncIterable<Uint8Array>,
  limit: Limit,
): Promise<number> {
  if (place.names.length === 0) throw notRegular(place.real);
  return around(place, (folder, name) => writeInto(folder, name, content, { limit }), { create: true });
}

/** Writes a new file beside the old one, which it then replaces: whoever reads it sees one or the other. */
export async function writeInto(
  folder: Folder,
  name: string,
  content: AsyncIterable<Uint8Array>,
  { limit, mode }: { limit: Limit; mode?: number },
): Promise<number> {
  const before = await folder.find(name);
  if (before && !before.isSymbolicLink()) refuseSpecial(before, name);
  const temporary = folder.at(`.greenroom-${randomId(12)}.tmp`);
  const file = await open(temporary, CREATE);
  try {
    const bytes = await fill(file, content, limit);
    const rights = mode ?? (before?.isFile() ? before.mode & RIGHTS : null);
    if (rights !== null) await file.chmod(rights);
    await file.close();
    await rename(temporary, folder.at(name));
    return bytes;
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

async function fill(file: FileHandle, content: AsyncIterable<Uint8Array>, limit: Limit): Promise<number> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > limit.bytes)
      throw new ProblemError(
        'payload_too_large',
        `the content is larger than ${limit.bytes} bytes (limit ${limit.name})`,
      );
    await file.writeFile(chunk);
  }
  return bytes;
}

function refuseSpecial(found: { isFile(): boolean } | null, path: string): void {
  if (found && !found.isFile()) throw notRegular(path);
}

function notRegular(path: string): ProblemError {
  return new ProblemError('invalid_request', `${path} is not a regular file`);
}
