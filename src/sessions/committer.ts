import type { Batch, Checkpoint, EventLog, RecordChanges, StateChange } from '../log/index.js';

/** The size limit of a batch, and so of a single write to a reader that is behind. */
const BATCH_CHARS = 128 * 1024;

interface Pending {
  batches: Batch[];
  /** Changes of the machine's value without an event. */
  silent: StateChange[];
  chars: number;
}

/** The session's current record. */
export interface SessionStanding {
  /** The sequence of its last event, stored or not. */
  sequence: number;
  record: RecordChanges;
  checkpoint: Checkpoint | null;
}

export interface CommitterHooks {
  /** Null for a session that has no record to store. */
  describe(sessionId: string): SessionStanding | null;
  /** The write is stored, and followers of the log have received it. */
  committed(batch: Batch): void;
  /** All pending writes of the session are stored. */
  written(sessionId: string): void;
  /** The log refused a write. Uncommitted events were not published, but the daemon cannot continue. */
  failed(error: unknown): void;
}

/**
 * Collects the writes of each session in one tick and appends those of all sessions to the log together. Callbacks that
 * wait for the commit (an answer to a client, a message to an agent) run afterwards: nothing leaves the daemon before
 * it is stored.
 */
export class Committer {
  readonly #log: Pick<EventLog, 'append'>;
  readonly #hooks: CommitterHooks;
  #pending = new Map<string, Pending>();
  #waiting: (() => void)[] = [];
  #isScheduled = false;
  #committing: Promise<void> | null = null;

  constructor(log: Pick<EventLog, 'append'>, hooks: CommitterHooks) {
    this.#log = log;
    this.#hooks = hooks;
  }

  /** Adds an event's text with its sequence, and its native payload. */
  add(sessionId: string, sequence: number, text: string, raw: string | null): void {
    const pending = this.#for(sessionId);
    let batch = pending.batches.at(-1);
    if (!batch || pending.chars > BATCH_CHARS) {
      batch = { sessionId, first: sequence, last: sequence - 1, events: [], raws: [], states: [] };
      pending.batches.push(batch);
      pending.chars = 0;
    }
    batch.last = sequence;
    batch.events.push(text);
    batch.raws.push(raw);
    pending.chars += text.length + (raw?.length ?? 0);
  }

  /** Records a change of the machine's value, either with the last event or silent. */
  changed(sessionId: string, change: StateChange): void {
    const { batches, silent } = this.#for(sessionId);
    (batches.at(-1)?.states ?? silent).push(change);
  }

  /** Schedules a write of the session's record. */
  touch(sessionId: string): void {
    this.#for(sessionId);
  }

  /** Runs the callback once everything added so far is stored. */
  after(callback: () => void): void {
    this.#waiting.push(callback);
    this.#schedule();
  }

  /** Resolves once everything added so far is stored. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.after(resolve));
  }

  /** Discards pending writes of a deleted session. */
  forget(sessionId: string): void {
    this.#pending.delete(sessionId);
  }

  #for(sessionId: string): Pending {
    let pending = this.#pending.get(sessionId);
    if (!pending) {
      pending = { batches: [], silent: [], chars: 0 };
      this.#pending.set(sessionId, pending);
      this.#schedule();
    }
    return pending;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#committing) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#committing = this.#commit().finally(() => {
        this.#committing = null;
        if (this.#pending.size > 0 || this.#waiting.length > 0) this.#schedule();
      });
    });
  }

  async #commit(): Promise<void> {
    const pending = this.#pending;
    const waiting = this.#waiting;
    this.#pending = new Map();
    this.#waiting = [];
    // No await between the appends, so the log can store them together.
    const appends: Promise<unknown>[] = [];
    for (const [sessionId, each] of pending) appends.push(this.#append(sessionId, each));
    const outcomes = await Promise.allSettled(appends);
    let index = 0;
    let failures = 0;
    for (const [sessionId, { batches }] of pending) {
      const outcome = outcomes[index++]!;
      if (outcome.status === 'rejected') {
        failures++;
        this.#hooks.failed(outcome.reason);
        continue;
      }
      for (const batch of batches) this.#hooks.committed(batch);
      this.#hooks.written(sessionId);
    }
    // Callbacks are not tied to sessions, so after a failure none of them may run.
    if (failures === 0) for (const callback of waiting) callback();
  }

  /** One append per batch, each after the one before. Silent changes come first, since later ones belong to a batch. */
  #append(sessionId: string, { batches, silent }: Pending): Promise<unknown> {
    const standing = this.#hooks.describe(sessionId);
    if (batches.length === 0 && !standing) return Promise.resolve();
    // The record goes with the last batch, since it describes the session after all of them.
    const { sequence = 0, ...beside } = standing ?? {};
    const last = batches.at(-1);
    const write = { batch: last ?? null, ...beside };
    const after = last ? last.first - 1 : sequence;
    if (batches.length <= 1) return this.#log.append(sessionId, after, { ...write, silent });
    const earlier = batches
      .slice(0, -1)
      .map((batch, index) =>
        this.#log.append(sessionId, batch.first - 1, index === 0 ? { batch, silent } : { batch }),
      );
    return Promise.all([...earlier, this.#log.append(sessionId, after, write)]);
  }
}
