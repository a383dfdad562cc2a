import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Takes all the room that is left on a disk. Returns the file to remove to have it back. */
export async function fill(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const path = join(folder, 'filler');
  await writeFile(path, Buffer.alloc(bavail * bsize));
  return path;
}
