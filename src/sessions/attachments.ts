import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Limits, ProblemError } from '../schema/index.js';
import { randomId } from './ids.js';

/** The maximum length of a file name in characters. At four bytes each, it is within the limit of file systems. */
const LONGEST_NAME = 60;
/** The least that a file counts, so that a limit in bytes also limits how many there are. */
const LEAST_BYTES = 4096;

/** Files that clients attached to sessions; agents read them by path. */
export class Attachments {
  readonly #dataFolder: string;
  readonly #limits: Pick<Limits, 'attachmentBytes' | 'attachmentBytesPerSession'>;
  /** The bytes of each session's files, of sessions that got one from this daemon. */
  readonly #used = new Map<string, Promise<{ bytes: number }>>();

  constructor(dataFolder: string, limits: Pick<Limits, 'attachmentBytes' | 'attachmentBytesPerSession'>) {
    this.#dataFolder = dataFolder;
    this.#limits = limits;
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
    const giveBack = await this.#reserve(sessionId, content.length);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, content, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      giveBack();
      throw error;
    }
    return { path, filename };
  }

  /** Deletes all files of a session. */
  async delete(sessionId: string): Promise<void> {
    this.#used.delete(sessionId);
    await rm(this.#folderOf(sessionId), { recursive: true, force: true });
  }

  /** Counts a file that is about to be written; the result undoes it. */
  async #reserve(sessionId: string, size: number): Promise<() => void> {
    const { attachmentBytes, attachmentBytesPerSession } = this.#limits;
    if (size > attachmentBytes) throw tooLarge('the file', attachmentBytes, 'attachment-bytes');
    const counted = this.#used.get(sessionId) ?? this.#count(sessionId);
    this.#used.set(sessionId, counted);
    const used = await counted;
    const bytes = Math.max(size, LEAST_BYTES);
    if (used.bytes + bytes > attachmentBytesPerSession) {
      const what = 'the files of the session, with this one,';
      throw tooLarge(what, attachmentBytesPerSession, 'attachment-bytes-per-session');
    }
    used.bytes += bytes;
    return () => {
      used.bytes -= bytes;
    };
  }

  async #count(sessionId: string): Promise<{ bytes: number }> {
    const folder = this.#folderOf(sessionId);
    let bytes = 0;
    for (const name of await readdir(folder).catch(() => [])) {
      bytes += Math.max((await stat(join(folder, name))).size, LEAST_BYTES);
    }
    return { bytes };
  }

  #folderOf(sessionId: string): string {
    return attachmentsOf(this.#dataFolder, sessionId);
  }
}

/** The folder with the files of all sessions. */
export function attachmentsFolder(dataFolder: string): string {
  return resolve(dataFolder, 'attachments');
}

/**
 * The folder with the files of one session. An id may be `..`, which must not be used as a folder name; no id contains
 * `~`.
 */
export function attachmentsOf(dataFolder: string, sessionId: string): string {
  return join(attachmentsFolder(dataFolder), sessionId.replace(/^\./, '~.'));
}

function tooLarge(what: string, limit: number, name: string): ProblemError {
  return new ProblemError('payload_too_large', `${what} would be larger than ${limit} bytes (limit ${name})`);
}

/** A safe file name: no folders, not hidden, and no characters with a meaning in prompts or shells. */
function safeName(filename: string): string {
  const plain = basename(filename.replaceAll('\\', '/')).replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  // Keep the end of a long name, which has the extension.
  const short = [...plain].slice(-LONGEST_NAME).join('');
  return short.replace(/^[.-]+/, '') || 'file';
}
