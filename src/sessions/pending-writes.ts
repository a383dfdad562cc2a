import type {
  Batch,
  Checkpoint,
  LongValue,
  Receipt,
  RecordChanges,
  StateChange,
  Write,
} from '../log/index.js';
import { flatText } from './flat-text.js';
import type { QueueWrite } from './stored-queue.js';

/** The size limit of a batch, and so of a single write to a reader that is behind. */
const BATCH_CHARS = 128 * 1024;

/** The session's current record. */
export interface SessionStanding {
  /** The sequence of its last event, stored or not. */
  sequence: number;
  record: RecordChanges;
  checkpoint: Checkpoint | null;
  /** Null if the queue has not changed. */
  queue: QueueWrite | null;
  /** Names that the log does not have yet. */
  names?: string | null;
  /** New and changed ones. */
  receipts?: readonly Receipt[];
}

export interface Append {
  after: number;
  write: Write;
  /** The length of its events and native payloads. */
  chars: number;
}

/** The writes of a session since the last commit. */
export class PendingWrites {
  readonly sessionId: string;
  readonly batches: Batch[] = [];
  /** The length of each batch. */
  readonly chars: number[] = [];
  /** Changes of the machine's value without an event. */
  readonly silent: StateChange[] = [];
  readonly longValues: LongValue[] = [];

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  add(sequence: number, text: string, raw: string | null): void {
    let batch = this.batches.at(-1);
    if (!batch || this.chars.at(-1)! > BATCH_CHARS) {
      const { sessionId } = this;
      batch = { sessionId, first: sequence, last: sequence - 1, events: [], raws: [], states: [] };
      this.batches.push(batch);
      this.chars.push(0);
    }
    batch.last = sequence;
    batch.events.push(flatText(text));
    batch.raws.push(raw);
    this.chars[this.chars.length - 1]! += text.length + (raw?.length ?? 0);
  }

  changed(change: StateChange): void {
    (this.batches.at(-1)?.states ?? this.silent).push(change);
  }
}

/** One append per batch. Silent changes come first, since later ones belong to a batch. */
export function appendsOf(pending: PendingWrites, standing: SessionStanding | null): Append[] {
  const { batches, silent, chars, longValues } = pending;
  if (batches.length === 0 && !standing) return [];
  // The record goes with the last batch, since it describes the session after all of them.
  const { sequence = 0, queue = null, ...record } = standing ?? {};
  const last = { ...record, queueChanges: queue?.queueChanges ?? null };
  // For readers, a message leaves the queue before its turn starts, whichever batch that is in.
  const first = { silent, queue: queue?.queue ?? null };
  const after = batches[0] ? batches[0].first - 1 : sequence;
  // Before the events that refer to them. Each may be stored at another time than the next.
  const values = longValues.map((value) => ({
    after,
    write: { longValues: [value] },
    chars: value.content.length,
  }));
  if (batches.length === 0) return [...values, { after, write: { ...first, ...last }, chars: 0 }];
  return [
    ...values,
    ...batches.map((batch, index) => ({
      after: batch.first - 1,
      write: { batch, ...(index === 0 ? first : {}), ...(index === batches.length - 1 ? last : {}) },
      chars: chars[index]!,
    })),
  ];
}
