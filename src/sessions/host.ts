import { EventEmitter } from 'node:events';
import { type Batch, LogLostError, type StorageUnavailableError } from '../log/index.js';
import {
  type ConfigureSessionRequest,
  type CreateSessionRequest,
  ProblemError,
  type Refusal,
  type SessionInfo,
  type SessionListResponse,
  type SessionQueue,
  type SessionState,
  type SessionsQuery,
} from '../schema/index.js';
import { endLeftovers, ownerOf } from '../supervision/index.js';
import { AgentSlots } from './agent-slots.js';
import { Agents } from './agents.js';
import { Attachments } from './attachments.js';
import { Backlog } from './backlog.js';
import { Committer } from './committer.js';
import { requireMcpSupport } from './create.js';
import { Deletions } from './deletions.js';
import { SessionDirectory } from './directory.js';
import type { SessionHostEvents, SessionHostOptions } from './host-options.js';
import { randomId } from './ids.js';
import { damagedState } from './info.js';
import { Intents } from './intents.js';
import { Launcher } from './launcher.js';
import { messageOf } from './message-of.js';
import { PastSessions } from './past.js';
import { PausableClock } from './pausable-clock.js';
import { recordSession } from './recording/record.js';
import type { NewRefusal } from './refusals.js';
import type { Session } from './session.js';
import { settingsOf } from './settings.js';

/** All sessions of a daemon. */
export class SessionHost extends EventEmitter<SessionHostEvents> {
  readonly agents: Agents;
  readonly slots: AgentSlots;
  readonly past: PastSessions;
  readonly #options: SessionHostOptions;
  /** In the marks of its processes. */
  readonly #owner: string;
  readonly #attachments: Attachments;
  readonly #committer: Committer;
  /** Deadlines stand still while nothing can be stored. */
  readonly #clock: PausableClock;
  readonly #deletions: Deletions;
  readonly #intents: Intents;
  readonly #launcher: Launcher;
  readonly #directory: SessionDirectory;
  #isStopping = false;

  constructor(options: SessionHostOptions) {
    super();
    const { log, hub } = options;
    this.#options = options;
    this.#owner = ownerOf(options.installationId, options.dataFolder);
    this.agents = new Agents({ ...options, owner: this.#owner });
    this.#attachments = new Attachments(options.dataFolder, options.limits);
    this.#intents = new Intents(options.dataFolder, options.logger);
    this.#deletions = new Deletions({ ...options, attachments: this.#attachments, intents: this.#intents });
    this.slots = new AgentSlots(options.limits.runningAgents);
    this.#committer = new Committer(
      log,
      {
        describe: (id) => this.#directory.loaded(id)?.standing() ?? null,
        committed: (batch) => this.#committed(batch),
        written: (id) => this.#written(id),
        failed: (id, error) => this.#quarantine(id, error),
        unavailable: (error) => this.#storageFailed(error),
        available: () => this.#storageRecovered(),
      },
      {
        backlog: new Backlog({
          limit: options.limits.uncommittedChars,
          onFull: (id) => this.#directory.loaded(id)?.pauseAgent('backlog'),
          onRoom: (id) => this.#directory.loaded(id)?.resumeAgent('backlog'),
        }),
      },
    );
    this.#clock = new PausableClock(options.clock ?? { setTimeout, clearTimeout });
    this.#launcher = new Launcher({
      ...options,
      agents: this.agents,
      slots: this.slots,
      committer: this.#committer,
      clock: this.#clock,
      find: (id) => this.#directory.find(id),
      onFailed: (id, error) => void this.#sessionFailed(id, error),
      onRefused: (refusal) => this.#refused(refusal),
      onAgent: (sessionId, agent) => {
        hub.notify(sessionId, 'session/agent', { sessionId, agent });
        this.slots.review();
      },
    });
    this.#directory = new SessionDirectory({
      log,
      hub,
      secrets: options.secrets,
      obstacle: (id, config) => this.#launcher.obstacle(id, config),
      restore: (stored) => this.#launcher.restore(stored),
      onDamaged: (sessionId, damage) => options.logger.error({ sessionId, damage }, 'a session is damaged'),
    });
    this.past = new PastSessions({ log, agents: this.agents, directory: this.#directory });
  }

  /** Recovers from an earlier daemon: ends its leftover processes, and closes its open turns. */
  async recover(): Promise<void> {
    const { installationId, logger } = this.#options;
    const left = await endLeftovers({ owner: this.#owner, installationId });
    if (left.length > 0) logger.warn({ left }, 'processes of an earlier daemon could not be ended');
    const recovered = await this.#directory.recover(() => this.#carryOutIntents());
    await this.settled();
    logger.info({ sessions: this.#directory.size, recovered }, 'sessions recovered');
    const lacking = this.#options.secrets.describeLacking();
    if (lacking) logger.warn(lacking);
  }

  /** `token` is the id of the token that it is created with. */
  async create(request: CreateSessionRequest, given?: string, token?: string): Promise<Session> {
    this.#refuseWhenStopping();
    this.#committer.requireStorage();
    const id = given ?? `sess_${randomId(16)}`;
    const { sessions } = this.#options.limits;
    this.#directory.refuseExisting(id);
    this.#directory.refuseBeyond(sessions);
    const session = await this.#launcher.create(id, request, token);
    this.#refuseWhenStopping();
    this.#directory.refuseBeyond(sessions);
    await this.#directory.add(session).catch((error: unknown) => {
      this.#forgetSecrets(session);
      throw error;
    });
    this.emit('opened', this.info(id));
    await session.open();
    return session;
  }

  /** The session, restored from the log if necessary. */
  async session(id: string): Promise<Session> {
    this.#refuseWhenStopping();
    return this.#directory.load(id);
  }

  info(id: string): SessionInfo {
    return this.#directory.info(id);
  }

  list(query: SessionsQuery): Promise<SessionListResponse> {
    return this.#directory.list(query);
  }

  async state(id: string): Promise<SessionState> {
    return (await this.view(id)).state;
  }

  /** The current state and queue of a session. A damaged one has neither, but its events can be read. */
  async view(id: string): Promise<{ state: SessionState; queue: SessionQueue }> {
    if (this.#directory.isDamaged(id))
      return { state: damagedState(this.info(id)), queue: { revision: 0, entries: [] } };
    const session = await this.session(id);
    return { state: session.state(), queue: session.queue };
  }

  /** The latest commands and drafts that the session refused. */
  refusals(id: string): readonly Refusal[] {
    return this.#directory.refusals(id).all;
  }

  /** The session as a file that can be replayed, piece by piece. */
  async recording(id: string, version: string): Promise<AsyncGenerator<string>> {
    const info = await this.edited(id);
    const { log, secrets } = this.#options;
    const config = await this.#directory.config(id);
    return recordSession(info, config, { log, secrets, version, agents: this.agents });
  }

  /** The session when all that is kept of the files it has edited is stored. */
  async edited(id: string): Promise<SessionInfo> {
    await this.#directory.loaded(id)?.edited();
    return this.settled().then(() => this.info(id));
  }

  /** Changes the settings of a session's agent, if the agent offers them. */
  async configure(id: string, request: ConfigureSessionRequest): Promise<SessionInfo> {
    const session = await this.session(id);
    const agent = this.agents.get(session.config.agent);
    const { env, mcp, ...changes } = request;
    requireMcpSupport(mcp, agent);
    if (request.permissionMode)
      this.#options.policy.require({ agent: agent.id, permissionMode: request.permissionMode });
    const settings = await settingsOf(changes, agent, this.agents.offer(agent), session.config);
    if (env || mcp) {
      session.requireChangeable();
      const owner = { sessionId: id, uid: session.config.uid };
      await session.setVariables(this.#options.secrets.change(owner, session.config, { env, mcp }));
    }
    await session.configure(settings);
    return this.info(id);
  }

  /** Stores a file for a session that has not ended. */
  async attach(id: string, filename: string, content: Uint8Array) {
    if (this.info(id).ended)
      throw new ProblemError('session_ended', `session ${id} has ended`, { sessionId: id });
    const kept = await this.#attachments.keep(id, filename, content);
    // The session was deleted meanwhile, and must leave no files.
    if (!this.#directory.has(id)) await this.#attachments.delete(id);
    this.info(id);
    return kept;
  }

  /**
   * Ends a session with its agent; resolves when all its processes have exited, with whether that is stored. If it
   * cannot be stored now, it will be.
   */
  async terminate(id: string): Promise<boolean> {
    const session = await this.session(id);
    if (await this.#end(session)) return true;
    await this.#intents.add({ action: 'terminate', sessionId: id, createdAt: session.createdAt });
    return false;
  }

  /** Ends a session and removes it; resolves with whether it is gone from the log, too. */
  async delete(id: string): Promise<boolean> {
    if (!this.#directory.isDamaged(id)) {
      const session = await this.session(id);
      await this.#end(session);
      session.close();
      this.#forgetSecrets(session);
    }
    return this.#discard(id);
  }

  /** Sessions that have ended, the longest inactive one first. */
  ended(): { id: string; updatedAt: number }[] {
    return this.#directory.ended();
  }

  /** Removes a session if it has ended; resolves with whether it had. Its id may have been given to a new one. */
  async deleteEnded(id: string): Promise<boolean> {
    if (this.#isStopping || !this.#directory.hasEnded(id)) return false;
    this.#directory.loaded(id)?.close();
    await this.#discard(id);
    return true;
  }

  /** Resolves when everything that happened so far is stored; rejects if the storage takes no writes. */
  flushed(): Promise<void> {
    return this.#committer.flushed();
  }

  /** Resolves when everything that happened so far is stored, with true, or cannot be stored now. */
  settled(): Promise<boolean> {
    const isStored = this.flushed().then(() => true);
    return isStored.catch(() => false);
  }

  /** Whether the storage takes writes. */
  get isReady(): boolean {
    return this.#committer.isAvailable;
  }

  /** Closes open turns, stops the agents, and stores everything. The sessions continue with the next daemon. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const live = this.#directory.live();
    for (const session of live) session.dispatch({ type: 'daemon.stopping' });
    await this.settled();
    await Promise.all(live.map((session) => session.stopAgent('daemon_stopping')));
    // After the sessions, which detach from the processes that they share.
    await this.agents.stop();
    await this.settled();
    this.#deletions.stop();
    for (const session of live) session.close();
  }

  /** The number of sessions in memory; others are loaded on demand. */
  get inMemory(): number {
    return this.#directory.inMemory;
  }

  /** The number of sessions by status. */
  countByStatus(): Record<SessionInfo['status'], number> {
    return this.#directory.countByStatus();
  }

  /** Ends a session unless it has ended; resolves with whether that is stored. */
  async #end(session: Session): Promise<boolean> {
    if (!session.ended) {
      await session.command({ type: 'command.terminate' });
      await session.whenEnded;
    }
    return (await this.settled()) || this.#directory.isStored(session);
  }

  /** Does what earlier daemons promised but could not store. */
  async #carryOutIntents(): Promise<void> {
    for (const { action, sessionId: id } of await this.#intents.open((id) => this.#directory.find(id))) {
      if (action === 'delete') await this.#discard(id);
      else await this.#directory.loadToTerminate(id).catch(() => {});
    }
  }

  #committed(batch: Batch): void {
    const { sessionId } = batch;
    this.emit('committed', batch.events.length);
    const session = this.#directory.loaded(sessionId);
    if (!session?.ended || session.context.sequence !== batch.last) return;
    void this.#intents.remove(sessionId, session.createdAt);
    this.#forgetSecrets(session);
    this.#directory.unload(sessionId);
    this.#options.hub.end(sessionId);
    this.emit('closed', { sessionId, reason: 'ended' });
  }

  #written(id: string): void {
    const session = this.#directory.loaded(id);
    if (!session) return;
    session.noteStored();
    this.emit('changed', id);
    this.slots.review();
  }

  async #discard(id: string): Promise<boolean> {
    const { createdAt } = this.info(id);
    this.#committer.forget(id);
    this.#directory.delete(id);
    const isDeleted = await this.#deletions.delete(id, createdAt);
    this.#options.hub.drop(id);
    this.emit('closed', { sessionId: id, reason: 'deleted' });
    return isDeleted;
  }

  #forgetSecrets({ id, config }: Session): void {
    this.#options.secrets.forget({ sessionId: id, uid: config.uid });
  }

  #storageFailed(error: StorageUnavailableError): void {
    this.#options.logger.error(
      { err: error },
      'the storage takes no writes; agents are paused until it does',
    );
    this.#clock.pause();
    for (const session of this.#directory.live()) session.pauseAgent('storage');
  }

  #storageRecovered(): void {
    this.#options.logger.info('the storage takes writes again');
    this.#clock.resume();
    for (const session of this.#directory.live()) session.resumeAgent('storage');
    void this.#deletions.retry();
    void this.#intents.reserve();
  }

  /** A session that cannot be handled ends; its machine is made anew, from the log. */
  async #sessionFailed(id: string, error: unknown): Promise<void> {
    this.#options.logger.error({ err: error, sessionId: id }, 'a session failed');
    const session = this.#directory.loaded(id);
    if (!session) return;
    try {
      await session.stopAgent();
      session.close();
      await new Promise<void>((resolve) => this.#committer.after(id, resolve));
      await this.#directory.replace(id, `the daemon failed: ${messageOf(error)}`);
    } catch (second) {
      this.#quarantine(id, second);
    }
  }

  /** The log does not take a session's writes. */
  #quarantine(id: string, error: unknown): void {
    const { logger, onFatal } = this.#options;
    if (error instanceof LogLostError) return onFatal(error);
    const session = this.#directory.loaded(id);
    this.#committer.forget(id);
    if (!this.#directory.has(id)) return;
    this.#directory.quarantine(id, messageOf(error));
    if (session) this.#forgetSecrets(session);
    session
      ?.stopAgent()
      .catch((err: unknown) => logger.error({ err, sessionId: id }, 'an agent was not ended'));
    session?.close();
  }

  #refused(given: NewRefusal): void {
    const { sessionId } = given;
    if (!this.#directory.has(sessionId)) return;
    this.#options.hub.notify(sessionId, 'session/refused', this.#directory.refusals(sessionId).add(given));
  }

  #refuseWhenStopping(): void {
    if (this.#isStopping) throw new ProblemError('overloaded', 'the daemon is stopping');
  }
}
