import type { EventLog, StateChange } from '../log/index.js';
import type { Channel } from './channel.js';
import { type Encoded, encode, encodeState, type View } from './encode.js';

/** Where a reader's bytes go: a socket, seen from here. */
export interface Sink {
  write(bytes: Buffer): void;
  /** Bytes written that the network has not taken yet. */
  readonly buffered: number;
  /**
   * Does what writes when there is room for it, or the sink is gone. One after the other: the readers of one client
   * share its sink, and room for one is not room for all of them.
   */
  inTurn(work: () => Promise<void>): Promise<void>;
}

/** What the daemon holds for a reader that does not keep up, at the most. */
export const MOST_BUFFERED = 1024 * 1024;
/** How much is read from the log at a time for a reader that is behind; with what a socket buffers, well below the most. */
const CHUNK = 256 * 1024;

export interface ReaderOptions {
  view: View;
  sink: Sink;
  /** The last sequence that the reader has. */
  after: number;
  /** Called once, when the replay has met the present. */
  onCaughtUp?(sequence: number): void;
  /** Called once, when nothing will follow: the session ended, it was deleted, or the daemon stops. */
  onEnd?(): void;
  /** Called where the log cannot be read. */
  onError?(error: unknown): void;
}

/**
 * A reader is a cursor, not a queue. In step, it gets each committed batch as it comes, in bytes that it shares with
 * all others. As soon as its socket is too slow it is behind: it gets nothing, and costs nothing, until the socket has
 * drained; then it reads the log from its cursor on, at its own pace, until it has met the present again.
 */
export class Reader {
  private cursor: number;
  /** Whether it has all that is committed. */
  isInStep = false;
  private pumping = false;
  isClosed = false;
  private caughtUp = false;
  private last = Number.POSITIVE_INFINITY;

  constructor(
    private readonly log: EventLog,
    private readonly channel: Channel,
    private readonly options: ReaderOptions,
  ) {
    this.cursor = options.after;
  }

  start(): void {
    void this.pump();
  }

  /** A batch was committed. */
  offer(encoded: Encoded): void {
    if (!this.isInStep) return;
    const { batch } = encoded;
    const { sink, view } = this.options;
    const fits = batch.first === this.cursor + 1 && batch.last <= this.last;
    if (fits) {
      const bytes = encoded.for(view);
      if (sink.buffered + bytes.length <= MOST_BUFFERED) {
        sink.write(bytes);
        this.cursor = batch.last;
        this.finishAtEnd();
        return;
      }
    }
    this.isInStep = false;
    void this.pump();
  }

  /** The machine's value changed, and no event tells of it: only for a reader who sees the present. */
  notify(change: StateChange): void {
    const { sink, view } = this.options;
    if (!this.isInStep || !view.states) return;
    const bytes = encodeState(this.channel.sessionId, change);
    if (sink.buffered + bytes.length <= MOST_BUFFERED) sink.write(bytes);
  }

  /** Says by itself where it belongs, so a reader that is behind may know it early. */
  tell(bytes: Buffer): void {
    const { sink, view } = this.options;
    if (view.states && sink.buffered + bytes.length <= MOST_BUFFERED) sink.write(bytes);
  }

  /** The last event that this reader is to get. */
  endAt(sequence: number): void {
    this.last = sequence;
    this.finishAtEnd();
  }

  /** Nothing more will be committed. */
  finish(): void {
    this.finishAtEnd();
  }

  /** Nothing more will be shown, wherever the reader stands. */
  dismiss(): void {
    if (this.isClosed) return;
    this.close();
    this.options.onEnd?.();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.channel.remove(this);
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (!this.isClosed && !this.isInStep) await this.options.sink.inTurn(() => this.step());
    } catch (error) {
      this.close();
      this.options.onError?.(error);
    } finally {
      this.pumping = false;
    }
  }

  private async step(): Promise<void> {
    const { sink, view } = this.options;
    if (this.isClosed) return;
    if (this.cursor >= this.channel.committed) return this.join();
    const events = Math.min(this.last - this.cursor, Number.MAX_SAFE_INTEGER);
    const batches = await this.log.read(this.channel.sessionId, this.cursor, {
      chars: CHUNK,
      events,
      raw: view.raw,
      states: view.states,
    });
    for (const batch of batches) {
      if (this.isClosed) return;
      const bytes = encode(batch, view);
      // What does not fit is read again later. The first one is written in any case, or it never would be.
      if (batch !== batches[0] && sink.buffered + bytes.length > MOST_BUFFERED) break;
      sink.write(bytes);
      this.cursor = batch.last;
    }
    this.finishAtEnd();
  }

  /** From here on, without a gap: between this and the next commit, nothing else runs. */
  private join(): void {
    this.isInStep = true;
    if (!this.caughtUp) {
      this.caughtUp = true;
      this.options.onCaughtUp?.(this.cursor);
    }
    this.finishAtEnd();
  }

  private finishAtEnd(): void {
    const isOver = this.channel.ended && this.cursor >= this.channel.committed;
    if (this.isClosed || !(isOver || this.cursor >= this.last)) return;
    if (!this.caughtUp) {
      this.caughtUp = true;
      this.options.onCaughtUp?.(this.cursor);
    }
    this.dismiss();
  }
}
