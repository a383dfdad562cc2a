import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from './options.js';

interface Kept {
  messages: number;
  allowed: string[];
}

/** What outlasts the process: how many messages the conversation had, and what it was allowed for good. */
export class Memory {
  readonly nativeId: string;
  readonly resumed: boolean;
  /** Where this session may leave files, or null. */
  readonly folder: string | null;
  #kept: Kept = { messages: 0, allowed: [] };

  constructor({ session, resume, state }: Options) {
    this.nativeId = `mock-${session}`;
    this.folder = state;
    // Going on with another session's conversation copies it: the two then go their own ways.
    const kept = resume === null ? null : this.#read(resume);
    this.resumed = kept !== null;
    if (kept !== null) this.#kept = kept;
  }

  get messages(): number {
    return this.#kept.messages;
  }

  addMessage(): number {
    this.#kept.messages++;
    this.#write();
    return this.#kept.messages;
  }

  isAllowed(action: string): boolean {
    return this.#kept.allowed.includes(action);
  }

  allow(action: string): void {
    if (this.isAllowed(action)) return;
    this.#kept.allowed.push(action);
    this.#write();
  }

  #read(nativeId: string): Kept | null {
    // It comes from a client and becomes the name of a file.
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
      mkdirSync(this.folder, { recursive: true });
      // By a rename, so that a kill at any moment leaves a whole file.
      writeFileSync(`${file}.new`, JSON.stringify(this.#kept));
      renameSync(`${file}.new`, file);
    } catch (error) {
      process.stderr.write(`mock: cannot remember: ${String(error)}\n`);
    }
  }
}
