import { charsOf, cutBatch, writeProblem } from '../../src/log/batch.js';
import { Followers } from '../../src/log/followers.js';
import {
  type Batch,
  type Checkpoint,
  type DaemonLog,
  type DocumentStore,
  type Follower,
  type Journal,
  LogError,
  type LogSize,
  type NamesLimit,
  type NewSession,
  type QueueChanges,
  type QueueRow,
  type ReadLimit,
  type Receipt,
  SequenceError,
  SessionExistsError,
  type SessionRecord,
  type Unfollow,
  UnknownSessionError,
  type Write,
} from '../../src/log/index.js';
import { type DocumentMemory, memoryDocuments } from './memory-documents.js';
import { type JournalMemory, memoryJournal } from './memory-journal.js';

interface Stored {
  record: SessionRecord;
  batches: Batch[];
  checkpoints: Checkpoint[];
  queue: QueueRow[];
  names: { sequence: number; text: string }[];
  receipts: Map<string, Receipt>;
  longValues: Map<string, string>;
}

/** Outlives the logs that are opened on it, as a disk does. */
export class Memory {
  readonly sessions = new Map<string, Stored>();
  readonly documents: DocumentMemory = { documents: new Map(), revision: 0 };
  readonly journal: JournalMemory = { entries: [], last: 0 };
}

/**
 * The log's contract in plain data structures: the second implementation that keeps the conformance suite honest,
 * and a log for tests that need no disk. A write is stored when `append` returns.
 */
export class MemoryLog implements DaemonLog {
  readonly installationId = 'memory';
  readonly documents: DocumentStore;
  readonly journal: Journal;
  readonly #sessions: Memory['sessions'];
  readonly #followers = new Followers(this, (sessionId) => this.#last(sessionId));
  #isOpen = true;

  constructor(memory = new Memory()) {
    this.#sessions = memory.sessions;
    this.documents = memoryDocuments(memory.documents, () => this.#requireOpen());
    this.journal = memoryJournal(memory.journal, () => this.#requireOpen());
  }

  describe(): void {}

  async create(session: NewSession): Promise<void> {
    this.#requireOpen();
    const { sessionId } = session;
    if (this.#sessions.has(sessionId)) throw new SessionExistsError(sessionId);
    this.#sessions.set(sessionId, {
      record: { ...session, lastSequence: 0 },
      batches: [],
      checkpoints: [],
      queue: [],
      names: [],
      receipts: new Map(),
      longValues: new Map(),
    });
  }

  async append(sessionId: string, after: number, write: Write): Promise<void> {
    this.#requireOpen();
    const stored = this.#sessions.get(sessionId);
    if (!stored) throw new UnknownSessionError(sessionId);
    const { record, batches } = stored;
    if (record.lastSequence !== after) throw new SequenceError(sessionId, after, record.lastSequence);
    const problem = writeProblem(write, sessionId, after);
    if (problem !== null) throw new LogError(problem);
    if (write.queueChanges) stored.queue = withChanges(stored.queue, write.queueChanges);
    if (write.batch) batches.push(structuredClone(write.batch));
    const changes = Object.entries(write.record ?? {}).filter(([, value]) => value !== undefined);
    stored.record = {
      ...record,
      ...Object.fromEntries(changes),
      lastSequence: write.batch?.last ?? after,
    };
    const { names, receipts = [], longValues = [] } = write;
    if (names) stored.names.push({ sequence: stored.record.lastSequence, text: names });
    for (const receipt of receipts) stored.receipts.set(receipt.messageId, { ...receipt });
    for (const { valueId, part, content } of longValues) stored.longValues.set(`${valueId} ${part}`, content);
    if (write.checkpoint) stored.checkpoints = withCheckpoint(stored.checkpoints, write.checkpoint);
    this.#followers.appended(sessionId, write);
  }

  async read(sessionId: string, after: number, limit: ReadLimit = {}): Promise<Batch[]> {
    this.#requireOpen();
    const from = Math.max(after, 0) + 1;
    const to = from - 1 + (limit.events ?? Number.POSITIVE_INFINITY);
    const found: Batch[] = [];
    let chars = 0;
    for (const batch of this.#sessions.get(sessionId)?.batches ?? []) {
      if (batch.last < from || batch.first > to) continue;
      const cut = structuredClone(cutBatch(batch, { from, to }));
      if (!limit.raw) cut.raws.fill(null);
      if (!limit.states) cut.states = [];
      found.push(cut);
      chars += charsOf(cut);
      if (chars >= (limit.chars ?? Number.POSITIVE_INFINITY)) break;
    }
    return found;
  }

  follow(sessionId: string, after: number, follower: Follower): Unfollow {
    this.#requireOpen();
    return this.#followers.follow(sessionId, after, follower);
  }

  async tail(sessionId: string): Promise<number> {
    this.#requireOpen();
    return this.#last(sessionId);
  }

  async session(sessionId: string): Promise<SessionRecord | null> {
    this.#requireOpen();
    return structuredClone(this.#sessions.get(sessionId)?.record ?? null);
  }

  async sessions(): Promise<SessionRecord[]> {
    this.#requireOpen();
    const records = [...this.#sessions.values()].map(({ record }) => structuredClone(record));
    return records.sort((a, b) => a.createdAt - b.createdAt);
  }

  async checkpoint(sessionId: string, atOrBefore = Number.POSITIVE_INFINITY): Promise<Checkpoint | null> {
    this.#requireOpen();
    const checkpoints = this.#sessions.get(sessionId)?.checkpoints ?? [];
    return checkpoints.findLast(({ sequence }) => sequence <= atOrBefore) ?? null;
  }

  async queue(sessionId: string): Promise<QueueRow[]> {
    this.#requireOpen();
    return structuredClone(this.#sessions.get(sessionId)?.queue ?? []);
  }

  async names(
    sessionId: string,
    { atOrBefore = Infinity, chars = Infinity }: NamesLimit = {},
  ): Promise<string[]> {
    this.#requireOpen();
    const all = this.#sessions.get(sessionId)?.names ?? [];
    const texts: string[] = [];
    let read = 0;
    for (const { text } of all.filter(({ sequence }) => sequence <= atOrBefore).reverse()) {
      if (read >= chars) break;
      texts.push(text);
      read += text.length;
    }
    return texts;
  }

  async receipt(sessionId: string, messageId: string): Promise<Receipt | null> {
    this.#requireOpen();
    return this.#sessions.get(sessionId)?.receipts.get(messageId) ?? null;
  }

  async longValue(sessionId: string, valueId: string, part: number): Promise<string | null> {
    this.#requireOpen();
    return this.#sessions.get(sessionId)?.longValues.get(`${valueId} ${part}`) ?? null;
  }

  async delete(sessionId: string): Promise<void> {
    this.#requireOpen();
    this.#sessions.delete(sessionId);
    this.#followers.deleted(sessionId);
  }

  async size(): Promise<LogSize> {
    const batches = [...this.#sessions.values()].flatMap((session) => session.batches);
    return { bytes: batches.reduce((sum, batch) => sum + charsOf(batch), 0), isShrinking: false };
  }

  async close(): Promise<void> {
    this.#isOpen = false;
  }

  #last(sessionId: string): number {
    return this.#sessions.get(sessionId)?.record.lastSequence ?? 0;
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new LogError('the log is closed');
  }
}

/** Throws before anything is stored if a row without content is new. */
function withChanges(queue: readonly QueueRow[], { removed, put }: QueueChanges): QueueRow[] {
  const rows = new Map(queue.map((row) => [row.messageId, row]));
  for (const messageId of removed) rows.delete(messageId);
  for (const { content, ...row } of put) {
    const known = content ?? rows.get(row.messageId)?.content;
    if (known === undefined) throw new LogError(`message ${row.messageId} is not in the queue`);
    rows.set(row.messageId, { ...row, content: known });
  }
  return [...rows.values()].sort((a, b) => a.rank - b.rank);
}

function withCheckpoint(all: readonly Checkpoint[], added: Checkpoint): Checkpoint[] {
  const wasKept = all.some(({ sequence, keep }) => keep && sequence === added.sequence);
  const others = all.filter(({ sequence, keep }) => keep && sequence !== added.sequence);
  return [...others, { ...added, keep: added.keep || wasKept }];
}
