import type { Logger } from 'pino';
import { type EventLog, StorageUnavailableError } from '../log/index.js';
import type { Attachments } from './attachments.js';
import type { Intents } from './intents.js';

export interface DeletionsOptions {
  log: Pick<EventLog, 'delete'>;
  attachments: Pick<Attachments, 'delete'>;
  intents: Pick<Intents, 'add' | 'remove'>;
  logger: Pick<Logger, 'error'>;
  sleep?(ms: number): Promise<void>;
}

const RETRY_MS = 1000;

/** Deletes what is stored of sessions, later if the storage takes no writes now. */
export class Deletions {
  readonly #options: DeletionsOptions;
  readonly #postponed = new Set<string>();
  #isWaiting = false;
  #isRetrying = false;
  #isStopped = false;

  constructor(options: DeletionsOptions) {
    this.#options = options;
  }

  /** Resolves with whether it is done. If not, it is remembered, also for the next daemon. */
  async delete(sessionId: string, createdAt: number): Promise<boolean> {
    const { attachments, intents } = this.#options;
    await attachments.delete(sessionId);
    if (await this.#attempt(sessionId)) return true;
    this.#postponed.add(sessionId);
    await intents.add({ action: 'delete', sessionId, createdAt });
    void this.#repeat();
    return false;
  }

  /** The storage takes writes again. */
  async retry(): Promise<void> {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    for (const id of this.#postponed) {
      if (this.#isStopped || !(await this.#carryOut(id))) break;
    }
    this.#isRetrying = false;
  }

  /** Those that are left are for the next daemon. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Nobody else notices that there is room again if there is nothing else to write. */
  async #repeat(): Promise<void> {
    const { sleep = wait } = this.#options;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    while (this.#postponed.size > 0 && !this.#isStopped) {
      await sleep(RETRY_MS);
      await this.retry();
    }
    this.#isWaiting = false;
  }

  /** Resolves with whether others can be tried. */
  async #carryOut(sessionId: string): Promise<boolean> {
    try {
      if (!(await this.#attempt(sessionId))) return false;
    } catch (err) {
      this.#options.logger.error({ err, sessionId }, 'a session was not deleted');
    }
    this.#postponed.delete(sessionId);
    return true;
  }

  async #attempt(id: string): Promise<boolean> {
    const { log, intents } = this.#options;
    try {
      await log.delete(id);
    } catch (error) {
      if (error instanceof StorageUnavailableError) return false;
      throw error;
    }
    // The log had at most one session of this id.
    await intents.remove(id);
    return true;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
