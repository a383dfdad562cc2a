import { type Batch, type EventLog, type LongValue, StorageUnavailableError } from '../log/index.js';
import { ProblemError } from '../schema/index.js';
import type { Backlog } from './backlog.js';
import { CommitQueue } from './commit-queue.js';
import { type Append, appendsOf, PendingWrites, type SessionStanding } from './pending-writes.js';

export interface CommitterHooks {
  /** Null for a session that has no record to store. */
  describe(sessionId: string): SessionStanding | null;
  /** The write is stored, and followers of the log have received it. */
  committed(batch: Batch): void;
  /** All pending writes of the session are stored. */
  written(sessionId: string): void;
  /** The log will never take this session's writes; its other writes are dropped. Others are not affected. */
  failed(sessionId: string, error: unknown): void;
  /** The storage takes no writes for now. Those that it refused are repeated until it does. */
  unavailable(error: StorageUnavailableError): void;
  available(): void;
}

export interface CommitterOptions {
  backlog?: Backlog;
  sleep?(ms: number): Promise<void>;
}

/** Someone who waits for a commit. */
interface Waiter {
  /** null: any session's writes must be stored. */
  sessionId: string | null;
  stored(): void;
  /** Not called for work that will be done later. */
  failed?(error: unknown): void;
}

/** Waits for everything up to the mark. */
interface Awaiting extends Waiter {
  mark: number;
}

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1000;

/**
 * Collects the writes of each session in one tick and appends those of all sessions to the log together, in rounds if
 * there are many: no session waits for another that writes more. Callbacks that
 * wait for the commit (an answer to a client, a message to an agent) run afterwards: nothing leaves the daemon before
 * it is stored.
 */
export class Committer {
  readonly #log: Pick<EventLog, 'append'>;
  readonly #hooks: CommitterHooks;
  readonly #backlog: Backlog | null;
  readonly #sleep: (ms: number) => Promise<void>;
  #pending = new Map<string, PendingWrites>();
  #waiting: Waiter[] = [];
  readonly #queue = new CommitQueue();
  /** Those who wait for something in the queue. */
  #awaiting: Awaiting[] = [];
  #isScheduled = false;
  #committing: Promise<void> | null = null;
  #outage: StorageUnavailableError | null = null;

  constructor(log: Pick<EventLog, 'append'>, hooks: CommitterHooks, options: CommitterOptions = {}) {
    this.#log = log;
    this.#hooks = hooks;
    this.#backlog = options.backlog ?? null;
    this.#sleep = options.sleep ?? wait;
  }

  get isAvailable(): boolean {
    return this.#outage === null;
  }

  /** Whether everything of a session is stored. */
  hasStored(sessionId: string): boolean {
    return !this.#pending.has(sessionId) && !this.#queue.has(sessionId);
  }

  /** Throws if the storage takes no writes. */
  requireStorage(): void {
    if (this.#outage) throw unavailableProblem(this.#outage);
  }

  /** The characters of a session's events that are not stored yet. */
  uncommitted(sessionId: string): number {
    return this.#backlog?.chars(sessionId) ?? 0;
  }

  /** Adds an event's text with its sequence, and its native payload. */
  add(sessionId: string, sequence: number, text: string, raw: string | null): void {
    this.#for(sessionId).add(sequence, text, raw);
    this.#backlog?.add(sessionId, text.length + (raw?.length ?? 0));
  }

  /** Adds a long value of an event that is added next. */
  keep(sessionId: string, value: LongValue): void {
    this.#for(sessionId).longValues.push(value);
    this.#backlog?.add(sessionId, value.content.length);
  }

  /** Records a change of the machine's value, either with the last event or silent. */
  changed(sessionId: string, change: { sequence: number; value: string }): void {
    this.#for(sessionId).changed(change);
  }

  /** Schedules a write of the session's record. */
  touch(sessionId: string): void {
    this.#for(sessionId);
  }

  /** Runs the callback once everything added so far is stored. */
  after(sessionId: string, callback: () => void): void {
    this.#wait({ sessionId, stored: callback });
  }

  /** Runs the callback once everything added so far is stored, or the storage has refused it. */
  afterAttempt(sessionId: string, callback: () => void): void {
    if (this.#outage) callback();
    else this.#wait({ sessionId, stored: callback, failed: callback });
  }

  /** Resolves once everything added so far is stored; rejects if it cannot be stored now. */
  flushed(sessionId: string | null = null): Promise<void> {
    return new Promise((resolve, reject) => {
      this.requireStorage();
      this.#wait({ sessionId, stored: resolve, failed: reject });
    });
  }

  /** Discards pending writes of a session that was deleted or cannot be written. */
  forget(sessionId: string): void {
    this.#pending.delete(sessionId);
    this.#backlog?.forget(sessionId);
    this.#queue.forget(sessionId);
    const isMeant = (each: Waiter) => each.sessionId !== sessionId || each.failed;
    this.#waiting = this.#waiting.filter(isMeant);
    this.#awaiting = this.#awaiting.filter(isMeant);
  }

  #for(sessionId: string): PendingWrites {
    let pending = this.#pending.get(sessionId);
    if (!pending) {
      pending = new PendingWrites(sessionId);
      this.#pending.set(sessionId, pending);
      this.#schedule();
    }
    return pending;
  }

  #wait(waiter: Waiter): void {
    this.#waiting.push(waiter);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#committing) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#committing = this.#commit().finally(() => {
        this.#committing = null;
        if (this.#pending.size > 0 || this.#waiting.length > 0 || !this.#queue.isEmpty) this.#schedule();
      });
    });
  }

  async #commit(): Promise<void> {
    for (const [sessionId, writes] of this.#pending)
      this.#queue.add(sessionId, appendsOf(writes, this.#hooks.describe(sessionId)));
    this.#pending = new Map();
    const { mark } = this.#queue;
    this.#awaiting.push(...this.#waiting.map((waiter) => ({ ...waiter, mark })));
    this.#waiting = [];
    const failures = new Map<string, unknown>();
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(2 * delay, LAST_RETRY_MS)) {
      const outage = await this.#append(failures);
      if (!outage) break;
      if (!this.#outage) this.#hooks.unavailable(outage);
      this.#outage = outage;
      // Clients are told now; the daemon's own work is done later.
      const told = [...this.#awaiting, ...this.#waiting].filter((each) => each.failed);
      this.#awaiting = this.#awaiting.filter((each) => !each.failed);
      this.#waiting = this.#waiting.filter((each) => !each.failed);
      for (const each of told) each.failed?.(unavailableProblem(outage));
      await this.#sleep(delay);
    }
    if (this.#outage) {
      this.#outage = null;
      this.#hooks.available();
    }
    for (const [sessionId, error] of failures) this.#hooks.failed(sessionId, error);
    this.#settle(failures);
  }

  /** Tells those who have waited long enough. */
  #settle(failures: ReadonlyMap<string, unknown>): void {
    const over: Awaiting[] = [];
    const others: Awaiting[] = [];
    for (const each of this.#awaiting)
      (this.#queue.isStored(each.sessionId, each.mark) ? over : others).push(each);
    this.#awaiting = others;
    for (const { sessionId, stored, failed } of over) {
      const error = sessionId !== null && failures.get(sessionId);
      if (error) failed?.(error);
      else stored();
    }
  }

  /** Tries to store a round of the queue. Returns the reason if some of it must be repeated. */
  async #append(failures: Map<string, unknown>): Promise<StorageUnavailableError | null> {
    const round = this.#queue.next();
    // No await between the appends, so the log can store them together.
    const outcomes = await Promise.all(
      round.map(({ sessionId, appends }) => this.#store(sessionId, appends)),
    );
    let outage: StorageUnavailableError | null = null;
    for (const [index, { stored, error }] of outcomes.entries()) {
      const storing = round[index]!;
      const { sessionId, appends } = storing;
      for (const append of appends.slice(0, stored)) this.#stored(append, sessionId);
      if (!this.#queue.stored(storing, stored)) continue;
      if (error instanceof StorageUnavailableError) outage = error;
      else if (error !== null) {
        failures.set(sessionId, error);
        this.#queue.forget(sessionId);
      } else if (!this.#queue.has(sessionId)) this.#hooks.written(sessionId);
    }
    return outage;
  }

  #stored({ chars, write: { batch } }: Append, sessionId: string): void {
    if (batch) this.#hooks.committed(batch);
    this.#backlog?.stored(sessionId, chars);
  }

  /** One append per batch, each after the one before: all after a refused one are refused, too. */
  async #store(sessionId: string, appends: readonly Append[]): Promise<{ stored: number; error: unknown }> {
    const outcomes = await Promise.allSettled(
      appends.map(({ after, write }) => this.#log.append(sessionId, after, write)),
    );
    const stored = outcomes.findIndex(({ status }) => status === 'rejected');
    if (stored === -1) return { stored: appends.length, error: null };
    return { stored, error: (outcomes[stored] as PromiseRejectedResult).reason };
  }
}

function unavailableProblem(outage: StorageUnavailableError): ProblemError {
  return new ProblemError('storage_unavailable', outage.message);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
