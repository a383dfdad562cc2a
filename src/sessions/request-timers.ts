import type { UniversalEvent } from '../schema/index.js';
import type { Clock } from './clock.js';

/** Longer timeouts overflow and fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export interface RequestTimersOptions {
  timeoutMs: number;
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  /** A request has been pending for the whole time. */
  onExpired(requestId: string): void;
}

/** How long each pending request of a session may wait for a human. */
export class RequestTimers {
  readonly #options: RequestTimersOptions;
  readonly #timers = new Map<string, unknown>();

  constructor(options: RequestTimersOptions) {
    this.#options = options;
  }

  /** Null if requests may wait for ever. */
  static create(
    timeoutMs: number | null,
    clock: RequestTimersOptions['clock'],
    onExpired: RequestTimersOptions['onExpired'],
  ): RequestTimers | null {
    return timeoutMs === null ? null : new RequestTimers({ timeoutMs, clock, onExpired });
  }

  observe({ type, data }: UniversalEvent): void {
    switch (type) {
      case 'permission.requested':
        return this.#start(data.permission_id, this.#options.timeoutMs);
      case 'question.requested':
        return this.#start(data.question_id, this.#options.timeoutMs);
      case 'permission.resolved':
        return this.#clear(data.permission_id);
      case 'question.resolved':
        return this.#clear(data.question_id);
    }
  }

  stop(): void {
    for (const id of this.#timers.keys()) this.#clear(id);
  }

  #start(id: string, remainingMs: number): void {
    const { clock, onExpired } = this.#options;
    const stepMs = Math.min(remainingMs, LONGEST_MS);
    const timer: unknown = clock.setTimeout(() => {
      if (remainingMs > stepMs) return this.#start(id, remainingMs - stepMs);
      this.#timers.delete(id);
      onExpired(id);
    }, stepMs);
    this.#timers.set(id, timer);
  }

  #clear(id: string): void {
    this.#options.clock.clearTimeout(this.#timers.get(id) as NodeJS.Timeout);
    this.#timers.delete(id);
  }
}
