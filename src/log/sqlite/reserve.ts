import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Room for the write-ahead log of many deletes. */
const BYTES = 4 * 1024 * 1024;

/** A file that can be given up on a full disk, so that a daemon can start there and delete sessions. */
export class Reserve {
  readonly #path: string;
  /** Whether it must be made again. */
  #isNeeded = true;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'reserve');
  }

  /** Makes the reserve if there is room for it. */
  hold(): void {
    if (!this.#isNeeded) return;
    this.#isNeeded = false;
    if (existsSync(this.#path)) return;
    try {
      // Not sparse: its blocks are what counts.
      writeFileSync(this.#path, Buffer.alloc(BYTES, 1), { mode: 0o600 });
    } catch {
      this.release();
    }
  }

  /** Returns whether there is more room now. */
  release(): boolean {
    const isThere = existsSync(this.#path);
    rmSync(this.#path, { force: true });
    this.#isNeeded = true;
    return isThere;
  }
}
