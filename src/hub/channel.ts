import type { Batch, EventLog, Follower, StateChange, Unfollow } from '../log/index.js';
import type { SessionQueue } from '../schema/index.js';
import { EncodedOnce } from './encoder.js';
import { Reader, type ReaderOptions } from './reader.js';

/** One session's readers, and the progress of its log. */
export class Channel implements Follower {
  readonly sessionId: string;
  /** The last committed sequence. */
  committed: number;
  /** Whether no further events will follow. */
  ended: boolean;
  readonly #log: Pick<EventLog, 'read' | 'follow'>;
  readonly #readers = new Set<Reader>();
  #unfollow: Unfollow | null = null;

  constructor(log: Pick<EventLog, 'read' | 'follow'>, sessionId: string, committed: number, ended: boolean) {
    this.#log = log;
    this.sessionId = sessionId;
    this.committed = committed;
    this.ended = ended;
  }

  get size(): number {
    return this.#readers.size;
  }

  get isInStep(): boolean {
    for (const reader of this.#readers) if (!reader.isInStep) return false;
    return true;
  }

  /** Delivers writes to the log from now on, until the session ends or is deleted. */
  follow(): void {
    if (!this.ended) this.#unfollow = this.#log.follow(this.sessionId, this.committed, this);
  }

  onBatch(batch: Batch): void {
    this.committed = batch.last;
    if (this.#readers.size === 0) return;
    const encoded = new EncodedOnce((encoder) => encoder.batch(batch));
    for (const reader of this.#readers) reader.offer(batch, encoded);
  }

  onState(change: StateChange): void {
    if (this.#readers.size === 0) return;
    const encoded = new EncodedOnce((encoder) => encoder.state(this.sessionId, change));
    for (const reader of this.#readers) reader.notifyState(encoded);
  }

  onQueue(queue: SessionQueue): void {
    if (this.#readers.size === 0) return;
    const { sessionId } = this;
    const encoded = new EncodedOnce((encoder) =>
      encoder.notification('session/queue', { sessionId, ...queue }),
    );
    for (const reader of this.#readers) reader.notifyQueue(encoded);
  }

  notify(name: string, params: unknown): void {
    if (this.#readers.size === 0) return;
    const encoded = new EncodedOnce((encoder) => encoder.notification(name, params));
    for (const reader of this.#readers) reader.notify(encoded);
  }

  end(): void {
    this.ended = true;
    this.#unfollow?.();
    for (const reader of this.#readers) reader.finish();
  }

  subscribe(options: ReaderOptions): Reader {
    const reader = new Reader(this.#log, this, options);
    this.#readers.add(reader);
    // Added first: a reader that finishes at once removes itself from the list.
    reader.start();
    return reader;
  }

  dismiss(): void {
    for (const reader of this.#readers) reader.dismiss();
  }

  remove(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** The session was deleted with its log: its readers have nothing to wait for. */
  onDeleted(): void {
    this.committed = 0;
    this.end();
  }
}
