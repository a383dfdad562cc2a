import type { Batch, EventLog, SessionRecord, StateChange, Write } from '../log/index.js';

/** A batch is cut here, so that a reader that is behind never has to be handed more at once. */
const BATCH_CHARS = 128 * 1024;

interface Pending {
  batches: Batch[];
  /** Changes of the machine's value that came with no event. */
  silent: StateChange[];
  chars: number;
}

export interface CommitterHooks {
  /** Adds what is to be known of the session beside its events, as of now. */
  describe(sessionId: string): Partial<SessionRecord>;
  /** It is on disk: now it may be shown. */
  committed(batch: Batch): void;
  /** The machine's value changed, and no event tells of it. */
  changed(sessionId: string, change: StateChange): void;
  /** All that the session wanted written so far is. */
  written(sessionId: string): void;
  /** The disk refuses. What is not committed was shown to nobody, but nothing can go on. */
  failed(error: unknown): void;
}

/**
 * Gathers what all sessions write in one tick into one transaction. What waits for the commit (an answer to a
 * client, a message to an agent) is called afterwards: what anybody was told is on disk.
 */
export class Committer {
  private pending = new Map<string, Pending>();
  private waiting: (() => void)[] = [];
  private scheduled = false;
  private committing: Promise<void> | null = null;

  constructor(
    private readonly log: EventLog,
    private readonly hooks: CommitterHooks,
  ) {}

  /** An event's text with its sequence, and its native payload's. */
  add(sessionId: string, sequence: number, text: string, raw: string | null): void {
    const pending = this.for(sessionId);
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

  /** The machine's value changed: with the event that was added last, or silently. */
  changed(sessionId: string, change: StateChange): void {
    const { batches, silent } = this.for(sessionId);
    (batches.at(-1)?.states ?? silent).push(change);
  }

  /** Something beside the events is worth keeping. */
  touch(sessionId: string): void {
    this.for(sessionId);
  }

  /** Calls back once all that was added so far is on disk. */
  after(callback: () => void): void {
    this.waiting.push(callback);
    this.schedule();
  }

  /** Resolves once all that was added so far is on disk. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.after(resolve));
  }

  /** Forgets what a deleted session still wanted to write. */
  forget(sessionId: string): void {
    this.pending.delete(sessionId);
  }

  private for(sessionId: string): Pending {
    let pending = this.pending.get(sessionId);
    if (!pending) {
      pending = { batches: [], silent: [], chars: 0 };
      this.pending.set(sessionId, pending);
      this.schedule();
    }
    return pending;
  }

  private schedule(): void {
    if (this.scheduled || this.committing) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.committing = this.commit().finally(() => {
        this.committing = null;
        if (this.pending.size > 0 || this.waiting.length > 0) this.schedule();
      });
    });
  }

  private async commit(): Promise<void> {
    const { pending, waiting } = this;
    this.pending = new Map();
    this.waiting = [];
    try {
      await this.log.append(this.writesOf(pending));
    } catch (error) {
      this.hooks.failed(error);
      return;
    }
    for (const [sessionId, { batches, silent }] of pending) {
      // Silent ones came first, or they would stand in a batch.
      for (const change of silent) this.hooks.changed(sessionId, change);
      for (const batch of batches) this.hooks.committed(batch);
      this.hooks.written(sessionId);
    }
    for (const callback of waiting) callback();
  }

  private writesOf(all: Map<string, Pending>): Write[] {
    const writes: Write[] = [];
    for (const [sessionId, { batches }] of all) {
      // The record goes with the last batch: it speaks of the session as it is after all of them.
      for (const batch of batches.slice(0, -1)) writes.push({ batch, record: { sessionId } });
      const record = { sessionId, ...this.hooks.describe(sessionId) };
      writes.push({ batch: batches.at(-1) ?? null, record });
    }
    return writes;
  }
}
