import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import type { Agent } from '../agents/agent.js';
import type { Hub } from '../hub/index.js';
import type { Batch, EventLog } from '../log/index.js';
import {
  type ConfigureSessionRequest,
  type CreateSessionRequest,
  ProblemError,
  type Refusal,
  type SessionInfo,
  type SessionState,
} from '../schema/index.js';
import { endLeftovers } from '../supervision/index.js';
import { Agents } from './agents.js';
import { Attachments } from './attachments.js';
import type { Clock, Now } from './clock.js';
import { Committer } from './committer.js';
import type { CreateDefaults } from './create.js';
import { SessionDirectory } from './directory.js';
import { randomId } from './ids.js';
import { Launcher } from './launcher.js';
import { machineInput } from './machine-input.js';
import type { NewRefusal } from './refusals.js';
import type { Session } from './session.js';
import { settingsOf } from './settings.js';
import { type Past, travel } from './time-travel.js';

export interface SessionHostOptions {
  log: EventLog;
  hub: Hub;
  agents: readonly Agent[];
  logger: Logger;
  dataFolder: string;
  installationId: string;
  env: NodeJS.ProcessEnv;
  defaults: CreateDefaults;
  timeouts: AgentProcessInput;
  /** How long a process may take to exit after SIGTERM. */
  graceMs: number;
  now: Now;
  clock?: Clock;
  /** The log refused a write: the daemon cannot continue. */
  onFatal(error: unknown): void;
}

interface SessionHostEvents {
  opened: [SessionInfo];
  /** A write of a session in memory was committed. */
  changed: [sessionId: string];
  closed: [{ sessionId: string; reason: 'ended' | 'deleted' }];
  /** The number of committed events. */
  committed: [number];
}

/** All sessions of a daemon. */
export class SessionHost extends EventEmitter<SessionHostEvents> {
  readonly agents: Agents;
  readonly #options: SessionHostOptions;
  readonly #attachments: Attachments;
  readonly #committer: Committer;
  readonly #launcher: Launcher;
  readonly #directory: SessionDirectory;
  #isStopping = false;

  constructor(options: SessionHostOptions) {
    super();
    const { log, hub } = options;
    this.#options = options;
    this.agents = new Agents(options);
    this.#attachments = new Attachments(options.dataFolder);
    this.#committer = new Committer(log, {
      describe: (id) => this.#directory.loaded(id)?.standing() ?? null,
      committed: (batch) => this.#committed(batch),
      written: (id) => void (this.#directory.loaded(id) && this.emit('changed', id)),
      failed: options.onFatal,
    });
    this.#launcher = new Launcher({
      ...options,
      agents: this.agents,
      committer: this.#committer,
      find: (id) => (this.#directory.has(id) ? this.info(id) : null),
      onRefused: (refusal) => this.#refused(refusal),
      onAgent: (sessionId, agent) => hub.notify(sessionId, 'session/agent', { sessionId, agent }),
    });
    this.#directory = new SessionDirectory({
      log,
      hub,
      restore: (stored) => this.#launcher.restore(stored),
    });
  }

  /** Recovers from an earlier daemon: ends its leftover processes, and closes its open turns. */
  async recover(): Promise<void> {
    const { installationId, logger } = this.#options;
    const left = await endLeftovers(installationId);
    if (left.length > 0) logger.warn({ left }, 'processes of an earlier daemon could not be ended');
    const recovered = await this.#directory.recover();
    await this.flushed();
    logger.info({ sessions: this.#directory.size, recovered }, 'sessions recovered');
  }

  async create(request: CreateSessionRequest, given?: string): Promise<Session> {
    this.#refuseWhenStopping();
    const id = given ?? `sess_${randomId(16)}`;
    this.#directory.refuseExisting(id);
    const session = await this.#launcher.create(id, request);
    this.#refuseWhenStopping();
    await this.#directory.add(session);
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

  list(): SessionInfo[] {
    return this.#directory.list();
  }

  async state(id: string): Promise<SessionState> {
    return (await this.session(id)).state();
  }

  /** The latest commands and drafts that the session refused. */
  refusals(id: string): readonly Refusal[] {
    return this.#directory.refusals(id).all;
  }

  /** The session as it was after event `at`. */
  async past(id: string, at: number): Promise<Past> {
    const { lastSequence } = this.info(id);
    if (at > lastSequence) {
      throw new ProblemError(
        'invalid_request',
        `event ${at} does not exist yet; the last one is ${lastSequence}`,
      );
    }
    const { config } = await this.session(id);
    return travel(this.#options.log, machineInput(id, config, this.agents.get(config.agent)), at);
  }

  /** Changes the settings of a session's agent, if the agent offers them. */
  async configure(id: string, request: ConfigureSessionRequest): Promise<SessionInfo> {
    const session = await this.session(id);
    const agent = this.agents.get(session.config.agent);
    await session.configure(await settingsOf(request, agent, this.agents.offer(agent), session.config));
    return this.info(id);
  }

  /** Stores a file for a session that has not ended. */
  async attach(
    id: string,
    filename: string,
    content: Uint8Array,
  ): Promise<{ path: string; filename: string }> {
    if (this.info(id).ended)
      throw new ProblemError('session_ended', `session ${id} has ended`, { sessionId: id });
    const kept = await this.#attachments.keep(id, filename, content);
    // The session was deleted meanwhile, and must leave no files.
    if (!this.#directory.has(id)) await this.#attachments.delete(id);
    this.info(id);
    return kept;
  }

  /** Ends a session with its agent; resolves when all its processes have exited. */
  async terminate(id: string): Promise<void> {
    const session = await this.session(id);
    if (session.ended) return;
    await session.command({ type: 'command.terminate' });
    await session.whenEnded;
    await this.flushed();
  }

  async delete(id: string): Promise<void> {
    const { log, hub } = this.#options;
    const session = await this.session(id);
    await this.terminate(id);
    session.close();
    this.#committer.forget(id);
    this.#directory.delete(id);
    await this.#attachments.delete(id);
    await log.delete(id);
    hub.drop(id);
    this.emit('closed', { sessionId: id, reason: 'deleted' });
  }

  /** Resolves when everything that happened so far is stored. */
  flushed(): Promise<void> {
    return this.#committer.flushed();
  }

  /** Closes open turns, stops the agents, and stores everything. The sessions continue with the next daemon. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const live = this.#directory.live();
    for (const session of live) session.dispatch({ type: 'daemon.stopping' });
    await this.flushed();
    await Promise.all(live.map((session) => session.stopAgent('daemon_stopping')));
    // After the sessions, which detach from the processes that they share.
    await this.agents.stop();
    await this.flushed();
    for (const session of live) session.close();
  }

  /** The number of sessions by status. */
  countByStatus(): Record<SessionInfo['status'], number> {
    return this.#directory.countByStatus();
  }

  #committed(batch: Batch): void {
    const { sessionId } = batch;
    this.emit('committed', batch.events.length);
    const session = this.#directory.loaded(sessionId);
    if (!session?.ended || session.context.sequence !== batch.last) return;
    this.#directory.unload(sessionId);
    this.#options.hub.end(sessionId);
    this.emit('closed', { sessionId, reason: 'ended' });
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
