import type { Hub } from '../hub/index.js';
import {
  type EventLog,
  type NewSession,
  SessionExistsError,
  type SessionRecord,
  StorageUnavailableError,
} from '../log/index.js';
import {
  type Problem,
  ProblemError,
  type SessionInfo,
  type SessionListResponse,
  type SessionsQuery,
  type UniversalEvent,
} from '../schema/index.js';
import { SessionConfig } from './config.js';
import { Refusals } from './refusals.js';
import type { StoredSession } from './restore.js';
import type { Secrets } from './secrets/index.js';
import type { Session } from './session.js';
import { SessionList } from './session-list.js';
import { SessionOrder } from './session-order.js';
import { storedInfo } from './stored-info.js';
import { NAMES_CHARS } from './stored-names.js';
import type { UntimedInput } from './untimed.js';

/** A session of this daemon, in memory or not. */
interface Entry {
  readonly id: string;
  readonly createdAt: number;
  /** The time of its last activity when the list was last put in order. */
  updatedAt: number;
  /** The session's info when it was last in memory, or as stored in the log. */
  info: SessionInfo;
  /** null while it is not in memory. */
  session: Session | null;
  loading: Promise<Session> | null;
  /** Why its stored data cannot be used; null if it can. */
  damage: string | null;
  readonly refusals: Refusals;
}

/** How many ended sessions stay in memory after they were read. A client usually asks more than once. */
const MOST_ENDED = 16;

export interface SessionDirectoryOptions {
  log: EventLog;
  hub: Hub;
  restore(stored: StoredSession): Session;
  secrets: Pick<Secrets, 'survey' | 'missing'>;
  /** Why the agent of a session cannot be started; null if it can. */
  obstacle(sessionId: string, config: SessionConfig): Problem | null;
  onDamaged(sessionId: string, damage: string): void;
}

/** Finds the sessions of a daemon, and restores them from the log on demand. */
export class SessionDirectory {
  readonly #options: SessionDirectoryOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #order = new SessionOrder<Entry>();
  readonly #list: SessionList<Entry>;
  /** Those whose time of activity may have changed since the list was last put in order. */
  readonly #active = new Set<Entry>();
  /** Ended sessions in memory, the one that was read last at the end. */
  readonly #ended = new Set<Entry>();

  constructor(options: SessionDirectoryOptions) {
    this.#options = options;
    this.#list = new SessionList({
      log: options.log,
      sorted: () => this.#sorted(),
      has: (entry) => this.#entries.get(entry.id) === entry,
      info: (entry) => this.#publicInfo(entry),
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * Lists the sessions of the log, and loads those that an earlier daemon left unsettled. Returns their number. Before
   * they go on, `beforeLoading` may end or delete some.
   */
  async recover(beforeLoading: () => Promise<void> = async () => {}): Promise<number> {
    const { log, hub } = this.#options;
    const unsettled: string[] = [];
    for (const record of await log.sessions()) {
      const { info, damage } = storedInfo(record);
      this.#entries.set(record.sessionId, { ...entryOf(info, null), damage });
      hub.open(record.sessionId, record.lastSequence, record.ended);
      if (damage === null && !record.ended) this.#survey(record);
      if (damage === null && record.unsettled) unsettled.push(record.sessionId);
    }
    this.#order.addAll([...this.#entries.values()]);
    await beforeLoading();
    for (const id of unsettled) await this.load(id).catch(() => {});
    return unsettled.length;
  }

  /** Adds a new session to the directory and the log. */
  async add(session: Session): Promise<void> {
    const { log, hub } = this.#options;
    const { id } = session;
    this.refuseExisting(id);
    const entry = entryOf(session.info(), session);
    this.#entries.set(id, entry);
    this.#active.add(entry);
    this.#order.add(entry);
    hub.open(id, 0, false);
    try {
      await log.create(recordOf(session));
    } catch (error) {
      this.delete(id);
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

  /** Refuses a new session if there are as many as may be. */
  refuseBeyond(sessions: number): void {
    if (this.size < sessions) return;
    throw new ProblemError(
      'quota_exceeded',
      `there are ${sessions} sessions, ended ones included (limit sessions); delete some first`,
    );
  }

  /** The session if it is in memory. */
  loaded(id: string): Session | null {
    return this.#entries.get(id)?.session ?? null;
  }

  /** The config of a session that need not be in memory. */
  async config(id: string): Promise<SessionConfig> {
    const loaded = this.loaded(id);
    if (loaded) return loaded.config;
    const record = await this.#options.log.session(id);
    return record ? SessionConfig.parse(JSON.parse(record.config)) : (await this.load(id)).config;
  }

  /** The session, restored from the log if necessary. */
  async load(id: string): Promise<Session> {
    // Even if nothing is open: a graceful shutdown puts sessions on hold.
    return this.#load(id, { type: 'daemon.restarted' });
  }

  /** The session, terminated as soon as it is restored: nothing of it goes on. */
  async loadToTerminate(id: string): Promise<Session> {
    return this.#load(id, { type: 'command.terminate' });
  }

  /** Replaces a session whose machine has failed by one that is restored from the log, and ends that. */
  async replace(id: string, message: string): Promise<void> {
    this.#entry(id).session = null;
    await this.#load(id, { type: 'daemon.failed', message });
  }

  /** The stored data of a session cannot be used. It stays readable as far as it goes, and can be deleted. */
  quarantine(id: string, damage: string): void {
    const entry = this.#entry(id);
    entry.info = entry.session?.info() ?? entry.info;
    entry.session = null;
    entry.damage = damage;
    this.#options.onDamaged(id, damage);
  }

  isDamaged(id: string): boolean {
    return this.#entry(id).damage !== null;
  }

  info(id: string): SessionInfo {
    return this.#publicInfo(this.#entry(id));
  }

  /** The same, or null if there is no such session. */
  find(id: string): SessionInfo | null {
    return this.has(id) ? this.info(id) : null;
  }

  /** A page of sessions, newest activity first. Of equal ones, the last created comes first. */
  list(query: SessionsQuery): Promise<SessionListResponse> {
    return this.#list.page(query);
  }

  refusals(id: string): Refusals {
    return this.#entry(id).refusals;
  }

  /** Sessions in memory that have not ended. */
  live(): Session[] {
    return [...this.#entries.values()].flatMap(({ session }) => (session && !session.ended ? [session] : []));
  }

  /** Whether the log has all events of a session. */
  isStored({ id, context }: Session): boolean {
    return this.#options.hub.committed(id) === context.sequence;
  }

  /** Ids of sessions that have ended and are sound, the longest inactive one first. */
  ended(): { id: string; updatedAt: number }[] {
    const ended = this.#sorted().filter(({ id }) => this.hasEnded(id));
    return ended.map(({ id, updatedAt }) => ({ id, updatedAt })).reverse();
  }

  /** Whether a session has ended, with nothing left to store. */
  hasEnded(id: string): boolean {
    const entry = this.#entries.get(id);
    if (!entry || entry.damage !== null || entry.loading) return false;
    return entry.session ? this.#ended.has(entry) : entry.info.ended;
  }

  /** The number of sessions in memory. */
  get inMemory(): number {
    let count = 0;
    for (const { session } of this.#entries.values()) if (session) count++;
    return count;
  }

  countByStatus(): Record<SessionInfo['status'], number> {
    const counts = { starting: 0, idle: 0, running: 0, waiting: 0, ended: 0, damaged: 0 };
    for (const { session, info, damage } of this.#entries.values())
      counts[damage === null ? (session?.info() ?? info).status : 'damaged']++;
    return counts;
  }

  /** An ended session is only read and needs no machine in memory. */
  unload(id: string): void {
    const entry = this.#entry(id);
    if (entry.session) this.#unload(entry);
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    // A listing may still refer to it.
    entry.session = null;
    this.#ended.delete(entry);
    this.#entries.delete(id);
    this.#order.remove(entry);
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw notFound(id);
    return entry;
  }

  #unload(entry: Entry): void {
    if (entry.session) entry.info = entry.session.info();
    entry.session = null;
    this.#ended.delete(entry);
  }

  #keepForNow(entry: Entry): void {
    // Deleted meanwhile.
    if (this.#entries.get(entry.id) !== entry) return;
    this.#ended.delete(entry);
    this.#ended.add(entry);
    if (this.#ended.size > MOST_ENDED) this.#unload(this.#ended.values().next().value!);
  }

  #sorted(): readonly Entry[] {
    for (const entry of this.#active) {
      if (!entry.session) this.#active.delete(entry);
      const { updatedAt } = entry.session ?? entry.info;
      if (entry.updatedAt === updatedAt) continue;
      entry.updatedAt = updatedAt;
      this.#order.moved();
    }
    return this.#order.sorted;
  }

  /** Finds out what the agent of a session cannot be started without. One that cannot be read is damaged when it is loaded. */
  #survey({ sessionId, config }: SessionRecord): void {
    try {
      const stored = SessionConfig.parse(JSON.parse(config));
      this.#options.secrets.survey({ sessionId, uid: stored.uid }, stored);
    } catch {}
  }

  #publicInfo({ session, info: stored, damage }: Entry): SessionInfo {
    const info = session?.info() ?? stored;
    // Only stored events are public.
    const committed = this.#options.hub.committed(info.sessionId);
    const missingSecrets = this.#options.secrets.missing(info.sessionId);
    const more = missingSecrets.length > 0 ? { missingSecrets } : {};
    const counted = { ...info, ...more, lastSequence: committed, eventCount: committed };
    return damage === null ? counted : { ...counted, status: 'damaged', damage };
  }

  async #load(id: string, opening: UntimedInput): Promise<Session> {
    const entry = this.#entry(id);
    if (entry.damage !== null) throw damaged(id, entry.damage);
    if (!entry.session) {
      entry.loading ??= this.#read(id, opening)
        .then((session) => {
          entry.session = session;
          this.#active.add(entry);
          return session;
        })
        .catch((error: unknown) => {
          throw this.#unreadable(id, error);
        })
        .finally(() => {
          entry.loading = null;
        });
    }
    const session = entry.session ?? (await entry.loading!);
    if (session.ended && this.isStored(session)) this.#keepForNow(entry);
    return session;
  }

  async #read(id: string, opening: UntimedInput): Promise<Session> {
    const { log, restore } = this.#options;
    const record = await log.session(id);
    if (!record) throw notFound(id);
    const checkpoint = await log.checkpoint(id);
    const batches = await log.read(id, checkpoint?.sequence ?? 0);
    const tail = batches.flatMap((batch) => batch.events.map((text) => JSON.parse(text) as UniversalEvent));
    const queue = await log.queue(id);
    const names = await log.names(id, { chars: NAMES_CHARS });
    const session = restore({ record, checkpoint, tail, queue, names });
    const unavailable = this.#options.obstacle(id, session.config)?.detail ?? null;
    const input = opening.type === 'daemon.restarted' ? { ...opening, unavailable } : opening;
    if (!session.ended) session.dispatch(input);
    return session;
  }

  /** A session that cannot be restored is damaged, unless it was deleted or the storage cannot be read at all. */
  #unreadable(id: string, error: unknown): unknown {
    if (error instanceof StorageUnavailableError || !this.has(id)) return error;
    const reason = error instanceof Error ? error.message : String(error);
    this.quarantine(id, reason);
    return damaged(id, reason);
  }
}

function entryOf(info: SessionInfo, session: Session | null): Entry {
  const { sessionId: id, createdAt, updatedAt } = info;
  return { id, createdAt, updatedAt, info, session, loading: null, damage: null, refusals: new Refusals() };
}

function notFound(id: string): ProblemError {
  return new ProblemError('session_not_found', `no session ${id}`, { sessionId: id });
}

function alreadyExists(id: string): ProblemError {
  return new ProblemError('session_already_exists', `session ${id} exists already`, { sessionId: id });
}

function damaged(id: string, damage: string): ProblemError {
  const detail = `session ${id} is damaged and can only be read or deleted: ${damage}`;
  return new ProblemError('internal', detail, { sessionId: id });
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
