/**
 * The contract of the event log. The unit is a batch: the events of one session and one tick. SQLite keeps it in
 * a row; a stream server could keep it in a message. Nothing here says how.
 *
 * Events travel as the JSON text they were written as: built once, stored, framed and sent without being parsed
 * again. `raw` is the last key of every event's text and is null there; native payloads are kept beside.
 */
export interface Batch {
  sessionId: string;
  /** The sequence of the first event. */
  first: number;
  /** The sequence of the last one. */
  last: number;
  /** One JSON text per event, with `"raw":null}` at its end. */
  events: string[];
  /** For each event the JSON text of its native payload, or null. Equal neighbours are one payload. */
  raws: (string | null)[];
  /** Where the machine's value changed: after which sequence, and the value as JSON text. */
  states: StateChange[];
}

export interface StateChange {
  sequence: number;
  value: string;
}

/** What is known of a session beside its events. All of it opaque to the log but the columns it sorts by. */
export interface SessionRecord {
  sessionId: string;
  createdAt: number;
  updatedAt: number;
  /** The last sequence in the log, which counts by itself: given to it, this is ignored. */
  lastSequence: number;
  /** Whether a restarted daemon has something to close: a turn, a request, an item, a queue. */
  unsettled: boolean;
  ended: boolean;
  /** JSON text: how the session was created. */
  config: string;
  /** JSON text: the session's info as last shown. */
  info: string;
  /** JSON text: the machine's snapshot, and the sequence it stands at; replay what follows to be up to date. */
  snapshot: string | null;
  snapshotSequence: number;
}

/** What one session wants on disk in one tick: events, or a changed record, or both. */
export interface Write {
  batch: Batch | null;
  /** The columns to change; `sessionId` says whose. */
  record: Partial<SessionRecord> & { sessionId: string };
}

export interface ReadLimit {
  /** At most so many events. */
  events?: number;
  /** Stop after the batch that reaches so many characters, payloads included; at least one batch is given. */
  chars?: number;
  /** Native payloads and states are only read where somebody asks; else all raws are null, and states empty. */
  raw?: boolean;
  states?: boolean;
}

export interface EventLog {
  /** Makes a session known. Refuses an id that is there already with a SessionExistsError. */
  create(record: SessionRecord): Promise<void>;
  /**
   * All writes or none, in one transaction. A batch that does not follow the last one is refused with a
   * SequenceError, a write to a session that is not there with an error of its own.
   */
  append(writes: readonly Write[]): Promise<void>;
  /**
   * Batches with the events after `after`, the first one cut to start there, the last one cut to the limit. None
   * for a session that is not there.
   */
  read(sessionId: string, after: number, limit?: ReadLimit): Promise<Batch[]>;
  /** The last committed sequence, 0 for none. */
  tail(sessionId: string): Promise<number>;
  session(sessionId: string): Promise<SessionRecord | null>;
  /** All sessions without their snapshots, oldest first. */
  sessions(): Promise<SessionRecord[]>;
  /** With all its events and payloads. A session that is not there is no error. */
  delete(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

export class SessionExistsError extends Error {
  constructor(sessionId: string) {
    super(`session ${sessionId} exists already`);
    this.name = 'SessionExistsError';
  }
}

/** The data folder belongs to another daemon that is alive. */
export class DataFolderInUseError extends Error {
  constructor(folder: string, owner: string) {
    super(`the data folder ${folder} is in use by ${owner}; stop it, or choose another folder with --data`);
    this.name = 'DataFolderInUseError';
  }
}

/** A batch that does not go on where the log ends. */
export class SequenceError extends Error {
  constructor(sessionId: string, last: number, first: number) {
    super(`session ${sessionId} is at ${last}, and a batch from ${first} was to follow`);
    this.name = 'SequenceError';
  }
}
