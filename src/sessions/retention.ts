import type { Logger } from 'pino';
import type { DaemonLog } from '../log/index.js';
import type { Clock, Now } from './clock.js';
import type { SessionHost } from './host.js';

const HOUR_MS = 3_600_000;
/** How long to wait before looking again whether a deleted session is gone from the log. */
const SHRINK_MS = 1000;
/** How often to look, before leaving the rest to the next hour. */
const SHRINK_LOOKS = 60;

/** null for no limit. */
export interface RetentionLimits {
  /** How long ended sessions are kept after their last activity. */
  ageMs: number | null;
  /** The size of the log above which the oldest ended sessions are deleted. */
  bytes: number | null;
}

export interface RetentionOptions {
  host: Pick<SessionHost, 'ended' | 'deleteEnded'>;
  log: Pick<DaemonLog, 'size'>;
  logger: Pick<Logger, 'info' | 'error'>;
  limits: RetentionLimits;
  now: Now;
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
}

/** Deletes ended sessions that are too old or too many, at the start and every hour, one at a time. */
export class Retention {
  readonly #options: RetentionOptions;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();
  /** Ends a wait. */
  #wake: (() => void) | null = null;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  start(): void {
    const { ageMs, bytes } = this.#options.limits;
    if (ageMs !== null || bytes !== null) this.#running = this.#run();
  }

  /** Resolves when no session is being deleted. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#deleteOld();
        await this.#deleteUntilSmall();
      } catch (err) {
        this.#options.logger.error({ err }, 'old sessions could not be deleted; tried again in an hour');
      }
      await this.#wait(HOUR_MS);
    }
  }

  async #deleteOld(): Promise<void> {
    const { host, now, limits } = this.#options;
    if (limits.ageMs === null) return;
    const before = now() - limits.ageMs;
    for (const { id, updatedAt } of host.ended()) {
      if (updatedAt >= before || this.#isStopped) return;
      await this.#delete(id, 'age');
    }
  }

  async #deleteUntilSmall(): Promise<void> {
    const { host, limits } = this.#options;
    if (limits.bytes === null) return;
    for (const { id } of host.ended()) {
      const bytes = await this.#settledSize();
      if (bytes === null || bytes <= limits.bytes) return;
      await this.#delete(id, 'size');
    }
  }

  async #delete(sessionId: string, because: 'age' | 'size'): Promise<void> {
    const { host, logger } = this.#options;
    if (await host.deleteEnded(sessionId)) logger.info({ sessionId, because }, 'an old session was deleted');
  }

  /** The size without what was deleted; null if that takes too long. */
  async #settledSize(): Promise<number | null> {
    for (let look = 0; look < SHRINK_LOOKS && !this.#isStopped; look++) {
      const { bytes, isShrinking } = await this.#options.log.size();
      if (!isShrinking) return bytes;
      await this.#wait(SHRINK_MS);
    }
    return null;
  }

  #wait(ms: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      if (this.#isStopped) return resolve();
      const timer = clock.setTimeout(() => resolve(), ms) as NodeJS.Timeout;
      this.#wake = () => {
        clock.clearTimeout(timer);
        resolve();
      };
    });
  }
}
