import type { Batch, EventLog, StateChange } from '../log/index.js';
import { Encoded, encodeNotification } from './encode.js';
import { Reader, type ReaderOptions } from './reader.js';

/** One session's readers, and how far its log has got. */
export class Channel {
  private readonly readers = new Set<Reader>();

  constructor(
    private readonly log: EventLog,
    readonly sessionId: string,
    /** The last committed sequence. */
    public committed: number,
    /** Whether nothing will follow. */
    public ended: boolean,
  ) {}

  get size(): number {
    return this.readers.size;
  }

  get isInStep(): boolean {
    for (const reader of this.readers) if (!reader.isInStep) return false;
    return true;
  }

  publish(batch: Batch): void {
    this.committed = batch.last;
    if (this.readers.size === 0) return;
    const encoded = new Encoded(batch);
    for (const reader of this.readers) reader.offer(encoded);
  }

  notify(change: StateChange): void {
    for (const reader of this.readers) reader.notify(change);
  }

  tell(method: string, params: unknown): void {
    if (this.readers.size === 0) return;
    const bytes = encodeNotification(method, params);
    for (const reader of this.readers) reader.tell(bytes);
  }

  end(): void {
    this.ended = true;
    for (const reader of this.readers) reader.finish();
  }

  subscribe(options: ReaderOptions): Reader {
    const reader = new Reader(this.log, this, options);
    this.readers.add(reader);
    // Only now: a reader may be done at once, and takes itself off the list then.
    reader.start();
    return reader;
  }

  dismiss(): void {
    for (const reader of this.readers) reader.dismiss();
  }

  remove(reader: Reader): void {
    this.readers.delete(reader);
  }

  /** The session is gone with its log: whoever reads it has nothing to wait for. */
  abandon(): void {
    this.committed = 0;
    this.end();
  }
}
