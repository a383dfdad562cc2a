import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** `unreadable`: too large, not a regular file, or not ours to read. */
export type FileContent = Buffer | 'missing' | 'unreadable';

/** Opening a FIFO would wait for its writer, and a terminal would become the daemon's. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Reads a regular file, and opens nothing else: opening a device or a FIFO has effects of its own. */
export async function readRegularFile(path: string, maxBytes: number): Promise<FileContent> {
  try {
    if (!(await stat(path)).isFile()) return 'unreadable';
    const file = await open(path, FLAGS);
    try {
      return await contentOf(file, maxBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}

async function contentOf(file: FileHandle, maxBytes: number): Promise<FileContent> {
  // Looked at again, since the path may lead elsewhere by now.
  const found = await file.stat();
  const { size } = found;
  if (!found.isFile() || size > maxBytes) return 'unreadable';
  // Exactly this much: the file may grow meanwhile, and files of /proc have any length.
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
  return buffer.subarray(0, bytesRead);
}
