/** What is to be recorded. */
export interface NewEntry {
  /** In milliseconds since the epoch. */
  time: number;
  json: string;
}

export interface JournalEntry extends NewEntry {
  /** Later entries have higher ones, which are never used again; there may be gaps. */
  position: number;
}

export interface JournalPage {
  /** The maximum number of entries. */
  limit: number;
  /** Only entries before this position. */
  before?: number;
}

/** What of a journal is kept: an entry that one of the two excludes is removed. */
export interface JournalRetention {
  /** So many of the newest positions. */
  newest?: number;
  /** Entries from this time on; in milliseconds since the epoch. */
  since?: number;
}

/** An append-only record of what happened to the daemon: nothing in it is ever changed, only its oldest end removed. */
export interface Journal {
  /** Stores the entries in their order, in order with other calls. */
  append(entries: readonly NewEntry[]): Promise<void>;
  /** The newest first. */
  read(page: JournalPage): Promise<JournalEntry[]>;
  /** Removes old entries from the journal's beginning up to the first that is kept. */
  prune(retention: JournalRetention): Promise<void>;
}
