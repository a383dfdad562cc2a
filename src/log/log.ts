import type { SessionQueue } from '../schema/index.js';
import type { DocumentStore } from './documents.js';
import type { Journal } from './journal.js';

/**
 * The contract of the event log; `test/conformance/log.ts` is its test suite. The unit is a batch: events of one
 * session and one tick. SQLite stores it as a row; a stream server could store it as a message.
 *
 * Events are passed as the JSON text they were written as: built once, then stored, framed and sent without being
 * parsed again. `raw` is the last key of every event's text and is null there; native payloads are kept separately.
 */
export interface Batch {
  sessionId: string;
  /** The sequence of the first event. */
  first: number;
  /** The sequence of the last event. */
  last: number;
  /** One JSON text per event, on one line, ending with `"raw":null}`. */
  events: string[];
  /** Per event, the JSON text of its native payload, or null. Equal neighbours share one payload. */
  raws: (string | null)[];
  /** Changes of the machine's value: the sequence after which it changed, and the value as JSON text. */
  states: StateChange[];
}

export interface StateChange {
  sequence: number;
  value: string;
}

/** A session apart from its events. Opaque to the log, except for the fields it sorts and counts by. */
export interface SessionRecord {
  sessionId: string;
  createdAt: number;
  updatedAt: number;
  /** The sequence of the last event, counted by the log. */
  lastSequence: number;
  /** Whether a restarted daemon has anything to close: a turn, a request, an item, a queue. */
  unsettled: boolean;
  ended: boolean;
  /** How the session was created, as JSON text. */
  config: string;
  /** The session's info as last published, as JSON text. */
  info: string;
}

export type NewSession = Omit<SessionRecord, 'lastSequence'>;
export type RecordChanges = Partial<Omit<SessionRecord, 'sessionId' | 'createdAt' | 'lastSequence'>>;

/** A machine's snapshot at a sequence; replaying the events after it brings it up to date. */
export interface Checkpoint {
  sequence: number;
  /** JSON text. */
  snapshot: string;
  /** Whether it outlives newer ones, as a starting point for replaying past states. */
  keep: boolean;
}

/** A message in a session's queue. Opaque to the log, except for the rank, which sorts the queue. */
export interface QueueRow {
  messageId: string;
  rank: number;
  revision: number;
  queuedAt: string;
  /** The message and its attachments, as JSON text. */
  content: string;
}

/** The changed part of a row: a long message is not stored again when it moves. */
export type QueueRowChange = Omit<QueueRow, 'content'> & {
  /** null if it is still the stored one. */
  content: string | null;
};

export interface QueueChanges {
  removed: readonly string[];
  /** New and changed rows. */
  put: readonly QueueRowChange[];
}

/** A message that a session has accepted, remembered for as long as the session: its sender may try again. */
export interface Receipt {
  messageId: string;
  /** Of the content that was first sent under this id. */
  fingerprint: string;
  /** Whether it was taken back from the queue. */
  isTakenBack: boolean;
}

/** A part of a value that is too long for an event, which refers to it. */
export interface LongValue {
  valueId: string;
  /** 0, 1, 2 … */
  part: number;
  /** The parts together are JSON text. */
  content: string;
}

/** One session's writes of a tick; every part is optional. */
export interface Write {
  batch?: Batch | null;
  /** Changes of the machine's value before the batch that have no event: passed to followers, not stored. */
  silent?: readonly StateChange[];
  /** The whole queue after this tick: passed to followers before the batch, not stored. */
  queue?: SessionQueue | null;
  queueChanges?: QueueChanges | null;
  record?: RecordChanges;
  /** Names that the session's machine has given in this write, as JSON text. Too many for every checkpoint to repeat. */
  names?: string | null;
  /** New and changed ones. */
  receipts?: readonly Receipt[];
  /** Of this batch or of later ones. */
  longValues?: readonly LongValue[];
  /** Taken after this write. */
  checkpoint?: Checkpoint | null;
}

export interface ReadLimit {
  /** The maximum number of events. */
  events?: number;
  /** Stop after the batch that reaches this many characters, payloads included; at least one batch is returned. */
  chars?: number;
  /** Native payloads and states are only read on request; otherwise raws are null and states empty. */
  raw?: boolean;
  states?: boolean;
}

export interface NamesLimit {
  /** Only names given up to this event. */
  atOrBefore?: number;
  /** Stop after the text that reaches this many characters. */
  chars?: number;
}

/** Callbacks must not throw. */
export interface Follower {
  /** Stored events, each once and in order, with their native payloads and states. */
  onBatch(batch: Batch): void;
  /**
   * A change of the machine's value without an event, in order with the batches. Only for writes made while following.
   */
  onState?(change: StateChange): void;
  /** The queue has changed. A message has left it before the event of its turn. Only for writes made while following. */
  onQueue?(queue: SessionQueue): void;
  /** The session was deleted; nothing follows, even if its id is reused. */
  onDeleted?(): void;
  /** The log could not be read; nothing follows. */
  onError?(error: unknown): void;
}

/** Ends a subscription at once; a second call does nothing. */
export type Unfollow = () => void;

export interface EventLog {
  /** Adds a session without events. Rejects with a SessionExistsError if the id is taken. */
  create(session: NewSession): Promise<void>;
  /**
   * Stores the whole write or nothing, provided that `after` is the session's last sequence. A writer that is behind is
   * refused with a SequenceError, even if it only writes a record or a checkpoint. Rejects with an UnknownSessionError
   * if the session does not exist.
   *
   * Appends are independent: a failure affects no other append. Appends to one session are stored in call order.
   * Followers of this log receive the write before the promise resolves.
   */
  append(sessionId: string, after: number, write: Write): Promise<void>;
  /**
   * Batches with the events after `after`; the first one is cut to start there, the last one to the limit. Includes
   * every append called before. Empty for an unknown session.
   */
  read(sessionId: string, after: number, limit?: ReadLimit): Promise<Batch[]>;
  /**
   * Delivers the events after `after`, first stored and then live ones, without gaps or duplicates. Live batches are
   * the objects that were appended. A session that does not exist yet is awaited.
   */
  follow(sessionId: string, after: number, follower: Follower): Unfollow;
  /** The last stored sequence; 0 if there is none. */
  tail(sessionId: string): Promise<number>;
  session(sessionId: string): Promise<SessionRecord | null>;
  /** All sessions, oldest first. */
  sessions(): Promise<SessionRecord[]>;
  /**
   * The newest checkpoint, or the newest at or before a sequence. The log keeps the last one written and those to keep;
   * one written again at the same sequence replaces the earlier.
   */
  checkpoint(sessionId: string, atOrBefore?: number): Promise<Checkpoint | null>;
  /** The queue of a session, sorted by rank. */
  queue(sessionId: string): Promise<QueueRow[]>;
  /** The names of a session, one text per write, newest first. */
  names(sessionId: string, limit?: NamesLimit): Promise<string[]>;
  receipt(sessionId: string, messageId: string): Promise<Receipt | null>;
  /** A part of a long value; null if there is none. */
  longValue(sessionId: string, valueId: string, part: number): Promise<string | null>;
  /** Removes a session with all of its data. Not an error if it does not exist. */
  delete(sessionId: string): Promise<void>;
  /** Completes pending appends, and refuses later calls with a LogError. */
  close(): Promise<void>;
}

/** The room that a log takes. */
export interface LogSize {
  bytes: number;
  /** Whether deleted sessions are still being removed, so that it will be less. */
  isShrinking: boolean;
}

/** A log as a daemon opens it, with the daemon's identity on its machine. */
export interface DaemonLog extends EventLog {
  /** Random and permanent, created with the log: it marks the processes of this daemon. */
  readonly installationId: string;
  /** Describes this daemon, such as by its URL, to a second one that wants the same data folder. */
  describe(owner: string): void;
  size(): Promise<LogSize>;
  /** What the daemon keeps besides sessions. Refused, as all calls are, once the log is closed. */
  readonly documents: DocumentStore;
  /** Who did what. */
  readonly journal: Journal;
  /** Set if an earlier version may have left secrets in configs, which have to be taken out. */
  readonly configUpgrade?: ConfigUpgrade | null;
}

/** A config without the secrets that an earlier version stored in it. */
export interface ConfigRewrite {
  sessionId: string;
  config: string;
  /** The same in the form of the earlier version, for the backup of its file. */
  backup: string;
}

export interface ConfigUpgrade {
  /** Replaces configs, and erases everything that was replaced or deleted before from all files of the log. */
  rewrite(configs: readonly ConfigRewrite[]): Promise<void>;
}

export interface LogOptions {
  dataFolder: string;
  /** `normal` survives any end of the process; `full` also survives a power failure, but is slower. */
  sync: 'normal' | 'full';
}

/** Opens a daemon's log. Another kind of log needs only another opener. */
export type OpenLog = (options: LogOptions) => Promise<DaemonLog>;

/** What a log needs whatever it holds, such as a thread. It is either opened or discarded. */
export interface StartedLog {
  open: OpenLog;
  discard(): Promise<void>;
}
