import { constants, existsSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from './places.js';

/** Where paths through a descriptor stay in the folder that it was opened as, whatever becomes of its name. */
const DESCRIPTORS = existsSync('/proc/self/fd') ? '/proc/self/fd' : null;

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * An open folder. On Linux, what is in it is reached through its descriptor: a folder that somebody replaces by a
 * symbolic link after it was checked is not followed. Elsewhere, its path is used.
 */
export class Folder {
  /** Symbolic links resolved. */
  readonly real: string;
  readonly #handle: FileHandle;

  constructor(real: string, handle: FileHandle) {
    this.real = real;
    this.#handle = handle;
  }

  /** Opens a folder name by name, and follows no symbolic link on the way. */
  static async open(root: string, names: readonly string[], { create = false } = {}): Promise<Folder> {
    let folder = new Folder(root, await open(root, FOLDER));
    for (const name of names) {
      const outer = folder;
      try {
        folder = await outer.inner(name, { create });
      } finally {
        await outer.close();
      }
    }
    return folder;
  }

  async inner(name: string, { create = false } = {}): Promise<Folder> {
    if (create) await mkdir(this.at(name)).catch(ignoreExisting);
    return new Folder(join(this.real, name), await open(this.at(name), FOLDER));
  }

  /** The path of an entry for calls of the file system. */
  at(name: string): string {
    return DESCRIPTORS ? `${DESCRIPTORS}/${this.#handle.fd}/${name}` : join(this.real, name);
  }

  /** The same of the folder itself. */
  get path(): string {
    return this.at('.');
  }

  stat(): Promise<Stats> {
    return this.#handle.stat();
  }

  /** Null if there is no such entry. A symbolic link is not followed. */
  async find(name: string): Promise<Stats | null> {
    return lstat(this.at(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Works with an open folder. */
export async function withFolder<T>(
  opening: Promise<Folder>,
  work: (folder: Folder) => Promise<T>,
): Promise<T> {
  const folder = await opening;
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
}

/** Works with the folder around a place and its name there; `''` for the root itself. */
export function around<T>(
  { root, names }: Place,
  work: (folder: Folder, name: string) => Promise<T>,
  options?: { create?: boolean },
): Promise<T> {
  return withFolder(Folder.open(root, names.slice(0, -1), options), (folder) =>
    work(folder, names.at(-1) ?? ''),
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
