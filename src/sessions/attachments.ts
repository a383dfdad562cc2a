import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { randomId } from './ids.js';

/** The maximum length of a file name in characters. At four bytes each, it is within the limit of file systems. */
const LONGEST_NAME = 60;

/** Files that clients attached to sessions; agents read them by path. */
export class Attachments {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = resolve(dataFolder, 'attachments');
  }

  /** Returns the path and the sanitized name. */
  async keep(
    sessionId: string,
    given: string,
    content: Uint8Array,
  ): Promise<{ path: string; filename: string }> {
    const folder = this.#folderOf(sessionId);
    const filename = safeName(given);
    const path = join(folder, `${randomId(8)}-${filename}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
    return { path, filename };
  }

  /** Deletes all files of a session. */
  async delete(sessionId: string): Promise<void> {
    await rm(this.#folderOf(sessionId), { recursive: true, force: true });
  }

  /** An id may be `..`, which must not be used as a folder name; no id contains `~`. */
  #folderOf(sessionId: string): string {
    return join(this.#folder, sessionId.replace(/^\./, '~.'));
  }
}

/** A safe file name: no folders, not hidden, and no characters with a meaning in prompts or shells. */
function safeName(filename: string): string {
  const plain = basename(filename.replaceAll('\\', '/')).replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  // Keep the end of a long name, which has the extension.
  const short = [...plain].slice(-LONGEST_NAME).join('');
  return short.replace(/^[.-]+/, '') || 'file';
}
