import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from './options.js';

interface SavedState {
  messages: number;
  allowed: string[];
}

/** State that survives the process: the number of messages, and the actions that got the reply `always`. */
export class Memory {
  readonly nativeId: string;
  readonly resumed: boolean;
  /** The folder for files of the session, or null. */
  readonly folder: string | null;
  #saved: SavedState = { messages: 0, allowed: [] };

  constructor({ session, resume, state }: Options) {
    this.nativeId = `mock-${session}`;
    this.folder = state;
    // Resuming another session's conversation copies it.
    const saved = resume === null ? null : this.#read(resume);
    this.resumed = saved !== null;
    if (saved !== null) this.#saved = saved;
  }

  get messages(): number {
    return this.#saved.messages;
  }

  addMessage(): number {
    this.#saved.messages++;
    this.#write();
    return this.#saved.messages;
  }

  isAllowed(action: string): boolean {
    return this.#saved.allowed.includes(action);
  }

  allow(action: string): void {
    if (this.isAllowed(action)) return;
    this.#saved.allowed.push(action);
    this.#write();
  }

  #read(nativeId: string): SavedState | null {
    // The id comes from a client and becomes a file name.
    if (this.folder === null || !/^mock-[\w.-]+$/.test(nativeId)) return null;
    try {
      const { messages, allowed } = JSON.parse(readFileSync(join(this.folder, `${nativeId}.json`), 'utf8'));
      return { messages: Number(messages) || 0, allowed: Array.isArray(allowed) ? allowed : [] };
    } catch {
      return null;
    }
  }

  #write(): void {
    if (this.folder === null) return;
    const file = join(this.folder, `${this.nativeId}.json`);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      // Renamed into place, so that a kill never leaves a partial file.
      writeFileSync(`${file}.new`, JSON.stringify(this.#saved), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      process.stderr.write(`mock: cannot save state: ${String(error)}\n`);
    }
  }
}
