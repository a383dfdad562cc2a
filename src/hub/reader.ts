import type { Batch, EventLog } from '../log/index.js';
import type { Channel } from './channel.js';
import type { EncodedOnce, Encoder } from './encoder.js';

/** The destination of a reader's bytes: a socket, as the hub sees it. */
export interface Sink {
  write(bytes: Buffer): void;
  /** Bytes written that the network has not accepted yet. */
  readonly buffered: number;
  /**
   * Runs `work`, which writes, once there is room for it or the sink is closed. One at a time: the readers of a client
   * share its sink, and room for one is not room for all of them.
   */
  inTurn(work: () => Promise<void>): Promise<void>;
}

/** The most that the daemon buffers for a slow reader. */
export const MOST_BUFFERED = 1024 * 1024;
/**
 * How much is read from the log at a time for a reader that is behind. Together with the buffer of a socket it is well
 * below the maximum.
 */
const CHUNK = 256 * 1024;

export interface ReaderOptions {
  encoder: Encoder;
  sink: Sink;
  /** The last sequence that the reader has. */
  after: number;
  /** Called once, when the replay has caught up with live events. */
  onCaughtUp?(sequence: number): void;
  /** Called once, when nothing will follow: the session ended, it was deleted, or the daemon is stopping. */
  onEnd?(): void;
  /** Called if the log cannot be read. */
  onError?(error: unknown): void;
}

/**
 * A reader is a cursor, not a queue. While it keeps up, it gets each committed batch at once, in bytes shared with all
 * others. As soon as its socket is too slow, it is behind: it gets nothing, and costs nothing, until the socket has
 * drained. Then it reads the log from its cursor on, at its own pace, until it has caught up.
 */
export class Reader {
  /** Whether it has all committed events. */
  isInStep = false;
  isClosed = false;
  readonly #log: Pick<EventLog, 'read'>;
  readonly #channel: Channel;
  readonly #options: ReaderOptions;
  #cursor: number;
  #isPumping = false;
  #isCaughtUp = false;
  /** The queue, while there is no room for it. */
  #queue: EncodedOnce<Buffer | null> | null = null;
  #last = Number.POSITIVE_INFINITY;

  constructor(log: Pick<EventLog, 'read'>, channel: Channel, options: ReaderOptions) {
    this.#log = log;
    this.#channel = channel;
    this.#options = options;
    this.#cursor = options.after;
  }

  start(): void {
    void this.#pump();
  }

  offer(batch: Batch, encoded: EncodedOnce<Buffer>): void {
    if (!this.isInStep) return;
    const { sink, encoder } = this.#options;
    const fits = batch.first === this.#cursor + 1 && batch.last <= this.#last;
    if (fits) {
      const bytes = encoded.for(encoder);
      if (sink.buffered + bytes.length <= MOST_BUFFERED) {
        sink.write(bytes);
        this.#cursor = batch.last;
        this.#finishAtEnd();
        return;
      }
    }
    this.isInStep = false;
    void this.#pump();
  }

  /** A change of the machine's value without an event: only relevant to a reader that has caught up. */
  notifyState(change: EncodedOnce<Buffer | null>): void {
    if (this.isInStep) this.notify(change);
  }

  /** Notifications name their own sequence, so a reader that is behind may get them early. */
  notify(notification: EncodedOnce<Buffer | null>): void {
    const { sink, encoder } = this.#options;
    if (!encoder.states) return;
    const bytes = notification.for(encoder);
    if (bytes && sink.buffered + bytes.length <= MOST_BUFFERED) sink.write(bytes);
  }

  /** The latest queue is never dropped: one that must wait for room is written before all later events. */
  notifyQueue(queue: EncodedOnce<Buffer | null>): void {
    const { sink, encoder } = this.#options;
    if (!encoder.states) return;
    if (this.isInStep) {
      const bytes = queue.for(encoder);
      if (!bytes) return;
      if (sink.buffered + bytes.length <= MOST_BUFFERED) return sink.write(bytes);
    }
    this.#queue = queue;
    this.isInStep = false;
    void this.#pump();
  }

  /** The last event to deliver. */
  endAt(sequence: number): void {
    this.#last = sequence;
    this.#finishAtEnd();
  }

  /** Nothing more will be committed. */
  finish(): void {
    this.#finishAtEnd();
  }

  /** Ends the reader, whatever it has received. */
  dismiss(): void {
    if (this.isClosed) return;
    this.close();
    this.#options.onEnd?.();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#channel.remove(this);
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (!this.isClosed && !this.isInStep) await this.#options.sink.inTurn(() => this.#step());
    } catch (error) {
      this.close();
      this.#options.onError?.(error);
    } finally {
      this.#isPumping = false;
    }
  }

  async #step(): Promise<void> {
    const { sink, encoder } = this.#options;
    if (this.isClosed) return;
    if (this.#queue) return this.#writeQueue(this.#queue);
    if (this.#cursor >= this.#channel.committed) return this.#join();
    const events = Math.min(this.#last - this.#cursor, Number.MAX_SAFE_INTEGER);
    const { raw, states } = encoder;
    const limit = { chars: CHUNK, events, raw, states };
    const batches = await this.#log.read(this.#channel.sessionId, this.#cursor, limit);
    // The queue has changed meanwhile, and goes first.
    if (this.#queue) return;
    for (const batch of batches) {
      if (this.isClosed) return;
      const bytes = encoder.batch(batch);
      // A batch that does not fit is read again later. The first one is always written, or a large one never would be.
      if (batch !== batches[0] && sink.buffered + bytes.length > MOST_BUFFERED) break;
      sink.write(bytes);
      this.#cursor = batch.last;
    }
    this.#finishAtEnd();
  }

  #writeQueue(queue: EncodedOnce<Buffer | null>): void {
    const { sink, encoder } = this.#options;
    this.#queue = null;
    const bytes = queue.for(encoder);
    if (bytes) sink.write(bytes);
  }

  /** Live from here on without a gap, since nothing runs between this and the next commit. */
  #join(): void {
    this.isInStep = true;
    this.#catchUp();
    this.#finishAtEnd();
  }

  #finishAtEnd(): void {
    const isOver = this.#channel.ended && this.#cursor >= this.#channel.committed;
    if (this.isClosed || !(isOver || this.#cursor >= this.#last)) return;
    this.#catchUp();
    this.dismiss();
  }

  #catchUp(): void {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    this.#options.onCaughtUp?.(this.#cursor);
  }
}
