import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { randomId } from './ids.js';

/** So many characters of a name are kept: at most four bytes each, they fit into what file systems take. */
const LONGEST_NAME = 60;

/** The files that clients gave to their sessions: agents read them by their paths. */
export class Attachments {
  private readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = resolve(dataFolder, 'attachments');
  }

  /** Tells where it is now, and what we call it. */
  async keep(
    sessionId: string,
    given: string,
    content: Uint8Array,
  ): Promise<{ path: string; filename: string }> {
    const folder = this.folderOf(sessionId);
    const filename = safeName(given);
    const path = join(folder, `${randomId(8)}-${filename}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
    return { path, filename };
  }

  /** All that a session was given. */
  async delete(sessionId: string): Promise<void> {
    await rm(this.folderOf(sessionId), { recursive: true, force: true });
  }

  /** An id may be `..`, which as a folder is another one; none has a `~`. */
  private folderOf(sessionId: string): string {
    return join(this.folder, sessionId.replace(/^\./, '~.'));
  }
}

/** A name as a file of ours may have it: no folders, nothing hidden, nothing that a prompt or a shell would take apart. */
export function safeName(filename: string): string {
  const plain = basename(filename.replaceAll('\\', '/')).replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  // The end of a long name tells its type.
  const short = [...plain].slice(-LONGEST_NAME).join('');
  return short.replace(/^[.-]+/, '') || 'file';
}
