import type { Hub } from '../hub/index.js';
import { type EventLog, type NewSession, SessionExistsError, type SessionRecord } from '../log/index.js';
import { ProblemError, type SessionInfo, type UniversalEvent } from '../schema/index.js';
import { Refusals } from './refusals.js';
import type { StoredSession } from './restore.js';
import type { Session } from './session.js';

/** A session of this daemon, in memory or not. */
interface Entry {
  /** The session's info when it was last in memory, or as stored in the log. */
  info: SessionInfo;
  /** null while it is not in memory. */
  session: Session | null;
  loading: Promise<Session> | null;
  readonly refusals: Refusals;
}

export interface SessionDirectoryOptions {
  log: EventLog;
  hub: Hub;
  restore(stored: StoredSession): Session;
}

/** Finds the sessions of a daemon, and restores them from the log on demand. */
export class SessionDirectory {
  readonly #options: SessionDirectoryOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: SessionDirectoryOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Lists the sessions of the log, and loads those that an earlier daemon left unsettled. Returns their number. */
  async recover(): Promise<number> {
    const { log, hub } = this.#options;
    const unsettled: string[] = [];
    for (const record of await log.sessions()) {
      // Earlier versions stored no threads.
      const info = { threads: [], ...(JSON.parse(record.info) as StoredInfo), ...countsOf(record) };
      this.#entries.set(record.sessionId, entryOf(info, null));
      hub.open(record.sessionId, record.lastSequence, record.ended);
      if (record.unsettled) unsettled.push(record.sessionId);
    }
    for (const id of unsettled) await this.load(id);
    return unsettled.length;
  }

  /** Adds a new session to the directory and the log. */
  async add(session: Session): Promise<void> {
    const { log, hub } = this.#options;
    const { id } = session;
    this.refuseExisting(id);
    this.#entries.set(id, entryOf(session.info(), session));
    hub.open(id, 0, false);
    try {
      await log.create(recordOf(session));
    } catch (error) {
      this.#entries.delete(id);
      hub.drop(id);
      throw error instanceof SessionExistsError ? alreadyExists(id) : error;
    }
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  refuseExisting(id: string): void {
    if (this.has(id)) throw alreadyExists(id);
  }

  /** The session if it is in memory. */
  loaded(id: string): Session | null {
    return this.#entries.get(id)?.session ?? null;
  }

  /** The session, restored from the log if necessary. */
  async load(id: string): Promise<Session> {
    const entry = this.#entry(id);
    if (entry.session) return entry.session;
    entry.loading ??= this.#read(id)
      .then((session) => {
        entry.session = session;
        return session;
      })
      .finally(() => {
        entry.loading = null;
      });
    return entry.loading;
  }

  info(id: string): SessionInfo {
    return this.#publicInfo(this.#entry(id));
  }

  list(): SessionInfo[] {
    return [...this.#entries.values()].map((entry) => this.#publicInfo(entry));
  }

  refusals(id: string): Refusals {
    return this.#entry(id).refusals;
  }

  /** Sessions in memory that have not ended. */
  live(): Session[] {
    return [...this.#entries.values()].flatMap(({ session }) => (session && !session.ended ? [session] : []));
  }

  countByStatus(): Record<SessionInfo['status'], number> {
    const counts = { starting: 0, idle: 0, running: 0, waiting: 0, ended: 0 };
    for (const { session, info } of this.#entries.values()) counts[(session?.info() ?? info).status]++;
    return counts;
  }

  /** An ended session is only read and needs no machine in memory. */
  unload(id: string): void {
    const entry = this.#entry(id);
    if (!entry.session) return;
    entry.info = entry.session.info();
    entry.session = null;
  }

  delete(id: string): void {
    this.#entries.delete(id);
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw notFound(id);
    return entry;
  }

  #publicInfo({ session, info: stored }: Entry): SessionInfo {
    const info = session?.info() ?? stored;
    // Only stored events are public.
    const committed = this.#options.hub.committed(info.sessionId);
    return { ...info, lastSequence: committed, eventCount: committed };
  }

  async #read(id: string): Promise<Session> {
    const { log, restore } = this.#options;
    const record = await log.session(id);
    if (!record) throw notFound(id);
    const checkpoint = await log.checkpoint(id);
    const batches = await log.read(id, checkpoint?.sequence ?? 0);
    const tail = batches.flatMap((batch) => batch.events.map((text) => JSON.parse(text) as UniversalEvent));
    const session = restore({ record, checkpoint, tail });
    // Even if nothing is open: a graceful shutdown puts sessions on hold.
    if (!session.ended) session.dispatch({ type: 'daemon.restarted' });
    return session;
  }
}

type StoredInfo = Omit<SessionInfo, 'threads'> & Partial<SessionInfo>;

function entryOf(info: SessionInfo, session: Session | null): Entry {
  return { info, session, loading: null, refusals: new Refusals() };
}

function notFound(id: string): ProblemError {
  return new ProblemError('session_not_found', `no session ${id}`, { sessionId: id });
}

function alreadyExists(id: string): ProblemError {
  return new ProblemError('session_already_exists', `session ${id} exists already`, { sessionId: id });
}

function countsOf({ lastSequence, updatedAt }: SessionRecord) {
  return { lastSequence, eventCount: lastSequence, updatedAt };
}

function recordOf(session: Session): NewSession {
  return {
    sessionId: session.id,
    createdAt: session.createdAt,
    updatedAt: session.createdAt,
    unsettled: true,
    ended: false,
    config: JSON.stringify(session.config),
    info: JSON.stringify(session.info()),
  };
}
