import { type Encoder, eventText, type Sink } from '../../src/hub/index.js';
import type { Batch, ReadLimit } from '../../src/log/index.js';
import { newSession } from '../conformance/log/data.js';
import { MemoryLog } from '../support/memory-log.js';

/** Events as they are logged: one JSON text each, with `raw` as its last key. */
function eventOf(sequence: number, size = 0): string {
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

/** A minimal transport: each event as a line with its sequence and its text. */
export function lineEncoder({ raw = false, states = false } = {}): Encoder {
  return {
    key: `lines${raw ? '+raw' : ''}${states ? '+states' : ''}`,
    raw,
    states,
    batch: (batch) =>
      Buffer.from(batch.events.map((_, i) => `${batch.first + i} ${eventText(batch, i, raw)}\n`).join('')),
    state: (sessionId, { sequence, value }) => Buffer.from(`state ${sessionId} ${sequence} ${value}\n`),
    notification: (name, params) => Buffer.from(`${name} ${JSON.stringify(params)}\n`),
  };
}

/** A log in memory that counts its reads and delays them, so that writes can interleave. */
export class SlowLog extends MemoryLog {
  reads = 0;

  override async read(sessionId: string, after: number, limit: ReadLimit = {}): Promise<Batch[]> {
    this.reads++;
    await new Promise((resolve) => setImmediate(resolve));
    return super.read(sessionId, after, limit);
  }

  /** Creates the session `s` with `count` events. */
  static async of(events: number, size = 0): Promise<SlowLog> {
    const log = new SlowLog();
    await log.create(newSession('s'));
    for (let n = 1; n <= events; n++) log.write(batchOf(n, n, { size }));
    return log;
  }

  write(batch: Batch): void {
    void this.append(batch.sessionId, batch.first - 1, { batch });
  }
}

/** A socket whose network the test controls. */
export class HandSink implements Sink {
  buffered = 0;
  most = 0;
  text = '';
  readonly #waiting: (() => void)[] = [];
  #line: Promise<void> = Promise.resolve();

  /** Whether the network accepts everything at once. */
  open: boolean;

  constructor(open = true) {
    this.open = open;
  }

  write(bytes: Buffer): void {
    this.text += String(bytes);
    if (!this.open) this.buffered += bytes.length;
    this.most = Math.max(this.most, this.buffered);
  }

  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#line.then(() => this.#room()).then(work);
    this.#line = done.catch(() => {});
    return done;
  }

  /** Drains the buffer; later writes are accepted at once if `open` is set. */
  drain(open = this.open): void {
    this.open = open;
    this.buffered = 0;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The sequences of all events written, in order. */
  get sequences(): number[] {
    return [...this.text.matchAll(/^(\d+) /gm)].map(([, id]) => Number(id));
  }

  async #room(): Promise<void> {
    // Like a socket: reports back-pressure as soon as something is buffered.
    while (this.buffered > 16_384) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Gives pending promises and callbacks time to run. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
