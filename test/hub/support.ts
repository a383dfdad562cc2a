import type { Sink } from '../../src/hub/index.js';
import type { Batch, EventLog, ReadLimit } from '../../src/log/index.js';

/** As events are logged: one JSON text each, with `raw` as its last key. */
export function eventOf(sequence: number, size = 0): string {
  return `{"sequence":${sequence},"text":"${'ä'.repeat(size)}","raw":null}`;
}

export function batchOf(
  first: number,
  last: number,
  changes: Partial<Batch> & { size?: number } = {},
): Batch {
  const { size = 0, ...more } = changes;
  const sequences = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return {
    sessionId: 's',
    first,
    last,
    events: sequences.map((sequence) => eventOf(sequence, size)),
    raws: sequences.map(() => null),
    states: [],
    ...more,
  };
}

/** A log in memory, of one session. Its reads take a moment, so that things happen meanwhile. */
export class MemoryLog implements Pick<EventLog, 'read'> {
  readonly batches: Batch[] = [];
  reads = 0;

  async read(_sessionId: string, after: number, { events, chars }: ReadLimit = {}): Promise<Batch[]> {
    this.reads++;
    await new Promise((resolve) => setImmediate(resolve));
    const found: Batch[] = [];
    let left = events ?? Number.POSITIVE_INFINITY;
    let size = 0;
    for (const batch of this.batches) {
      if (batch.last <= after || left <= 0 || size >= (chars ?? Number.POSITIVE_INFINITY)) continue;
      const from = Math.max(0, after + 1 - batch.first);
      const texts = batch.events.slice(from, from + left);
      left -= texts.length;
      size += texts.join('').length;
      const first = batch.first + from;
      found.push({ ...batch, first, last: first + texts.length - 1, events: texts });
    }
    return found;
  }

  get asLog(): EventLog {
    return this as unknown as EventLog;
  }
}

/** A socket whose network is turned by hand. */
export class HandSink implements Sink {
  buffered = 0;
  most = 0;
  text = '';
  private readonly waiting: (() => void)[] = [];
  private line: Promise<void> = Promise.resolve();

  /** `open`: the network takes everything at once. */
  constructor(public open = true) {}

  write(bytes: Buffer): void {
    this.text += String(bytes);
    if (!this.open) this.buffered += bytes.length;
    this.most = Math.max(this.most, this.buffered);
  }

  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.line.then(() => this.room()).then(work);
    this.line = done.catch(() => {});
    return done;
  }

  /** The network takes what is there, and what comes if it is `open` from now on. */
  drain(open = this.open): void {
    this.open = open;
    this.buffered = 0;
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** The sequences of all events that were written, in their order (SSE). */
  get sequences(): number[] {
    return [...this.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  }

  private async room(): Promise<void> {
    // As a socket does: it asks for patience as soon as something waits.
    while (this.buffered > 16_384) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

/** Lets all that can happen by itself happen. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
