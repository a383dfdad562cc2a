import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import { type Agent, mcpServers, type Program } from '../agents/agent.js';
import type { Hub } from '../hub/index.js';
import { type Batch, type EventLog, SessionExistsError, type SessionRecord } from '../log/index.js';
import {
  type ConfigureSessionRequest,
  type CreateSessionRequest,
  ProblemError,
  type Refusal,
  type SessionInfo,
  type SessionState,
  type UniversalEvent,
} from '../schema/index.js';
import type { Clock } from './agent-runner.js';
import { Agents } from './agents.js';
import { Attachments } from './attachments.js';
import type { Now } from './clock.js';
import { Committer } from './committer.js';
import { SessionConfig } from './config.js';
import { type CreateDefaults, configOf } from './create.js';
import { randomId } from './ids.js';
import { machineInput } from './machine-input.js';
import { agentEnvironment, endLeftovers, spawnAgent } from './process/index.js';
import { type NewRefusal, Refusals } from './refusals.js';
import { Session, type SessionSurroundings } from './session.js';
import { settingsOf } from './settings.js';
import { type Past, travel } from './time-travel.js';

export interface HostOptions {
  log: EventLog;
  hub: Hub;
  agents: readonly Agent[];
  logger: Logger;
  dataFolder: string;
  installationId: string;
  env: NodeJS.ProcessEnv;
  defaults: CreateDefaults;
  timeouts: AgentProcessInput;
  /** How long a process may take to end politely. */
  graceMs: number;
  now: Now;
  clock?: Clock;
  /** The log refused a write: nothing can go on. */
  onFatal(error: unknown): void;
}

interface HostEvents {
  opened: [SessionInfo];
  /** Something of a session that lives is on disk now. */
  changed: [sessionId: string];
  closed: [{ sessionId: string; reason: 'ended' | 'deleted' }];
  /** So many events are on disk. */
  committed: [number];
}

/** What is known of a session that is not loaded. */
interface Entry {
  info: SessionInfo;
  session: Session | null;
  loading: Promise<Session> | null;
  refusals: Refusals;
}

/** All sessions of one daemon: creates them, finds them, recovers them, ends them. */
export class Host extends EventEmitter<HostEvents> {
  private readonly entries = new Map<string, Entry>();
  readonly agents: Agents;
  private readonly attachments: Attachments;
  private readonly committer: Committer;
  private stopping = false;

  constructor(private readonly options: HostOptions) {
    super();
    this.agents = new Agents(options);
    this.attachments = new Attachments(options.dataFolder);
    this.committer = new Committer(options.log, {
      describe: (id) => this.entries.get(id)?.session?.describe() ?? {},
      committed: (batch) => this.committed(batch),
      changed: (id, change) => options.hub.notify(id, change),
      written: (id) => void (this.entries.get(id)?.session && this.emit('changed', id)),
      failed: options.onFatal,
    });
  }

  /** Takes over what an earlier daemon left: its processes are ended, its open turns closed. */
  async recover(): Promise<void> {
    const { log, hub, installationId, logger } = this.options;
    const left = await endLeftovers(installationId);
    if (left.length > 0) logger.warn({ left }, 'processes of an earlier daemon could not be ended');
    const unsettled: string[] = [];
    for (const record of await log.sessions()) {
      const info = { ...(JSON.parse(record.info) as SessionInfo), ...countsOf(record) };
      this.entries.set(record.sessionId, { info, session: null, loading: null, refusals: new Refusals() });
      hub.open(record.sessionId, record.lastSequence, record.ended);
      if (record.unsettled) unsettled.push(record.sessionId);
    }
    for (const id of unsettled) await this.load(id);
    await this.committer.flushed();
    logger.info({ sessions: this.entries.size, recovered: unsettled.length }, 'sessions are back');
  }

  async create(request: CreateSessionRequest, given?: string): Promise<Session> {
    this.refuseWhenStopping();
    const { log, hub, defaults, now } = this.options;
    const id = given ?? `sess_${randomId(16)}`;
    if (this.entries.has(id)) throw alreadyExists(id);
    const agent = this.agents.get(request.agent);
    const program = await this.agents.program(agent);
    const resume = await this.resumeOf(request, agent);
    const config = await configOf(request, agent, this.agents.offer(agent), defaults, resume);
    this.refuseWhenStopping();
    const createdAt = now();
    const session = new Session(id, config, createdAt, this.surroundings(agent, program));
    // Another request for the same id may have come while this one was checked.
    if (this.entries.has(id)) throw alreadyExists(id);
    this.entries.set(id, { info: session.info(), session, loading: null, refusals: new Refusals() });
    hub.open(id, 0, false);
    try {
      await log.create(recordOf(session));
    } catch (error) {
      this.entries.delete(id);
      hub.drop(id);
      throw error instanceof SessionExistsError ? alreadyExists(id) : error;
    }
    this.emit('opened', this.info(id));
    await session.open();
    return session;
  }

  /** The session itself, brought back from the log if need be. */
  async session(id: string): Promise<Session> {
    this.refuseWhenStopping();
    const entry = this.entry(id);
    return entry.session ?? this.load(id);
  }

  info(id: string): SessionInfo {
    return this.shown(this.entry(id));
  }

  list(): SessionInfo[] {
    return [...this.entries.values()].map((entry) => this.shown(entry));
  }

  async state(id: string): Promise<SessionState> {
    return (await this.session(id)).state();
  }

  /** What the session was told lately and did not take. */
  refusals(id: string): readonly Refusal[] {
    return this.entry(id).refusals.all;
  }

  /** The session as it was after event `at`. */
  async past(id: string, at: number): Promise<Past> {
    const { lastSequence } = this.info(id);
    if (at > lastSequence) {
      throw new ProblemError(
        'invalid_request',
        `event ${at} is not there yet: the last one is ${lastSequence}`,
      );
    }
    const session = await this.session(id);
    return travel(
      this.options.log,
      machineInput(id, session.config, this.agents.get(session.config.agent)),
      at,
    );
  }

  /** Changes the settings of a session's agent, as far as the agent offers them. */
  async configure(id: string, request: ConfigureSessionRequest): Promise<SessionInfo> {
    const session = await this.session(id);
    const agent = this.agents.get(session.config.agent);
    await session.configure(await settingsOf(request, agent, this.agents.offer(agent), session.config));
    return this.info(id);
  }

  /** Keeps a file for a session that goes on. */
  async attach(
    id: string,
    filename: string,
    content: Uint8Array,
  ): Promise<{ path: string; filename: string }> {
    if (this.info(id).ended)
      throw new ProblemError('session_ended', `session ${id} has ended`, { sessionId: id });
    const kept = await this.attachments.keep(id, filename, content);
    // It may have been deleted meanwhile, and then nobody else would.
    if (!this.entries.has(id)) await this.attachments.delete(id);
    this.entry(id);
    return kept;
  }

  /** Ends a session with its agent; resolves when nothing of it runs any more. */
  async terminate(id: string): Promise<void> {
    const session = await this.session(id);
    if (session.ended) return;
    await session.command({ type: 'command.terminate' });
    await session.whenEnded;
    await this.committer.flushed();
  }

  /** Resolves when all that happened so far is on disk. */
  settled(): Promise<void> {
    return this.committer.flushed();
  }

  async delete(id: string): Promise<void> {
    const { log, hub } = this.options;
    const session = await this.session(id);
    await this.terminate(id);
    session.close();
    this.committer.forget(id);
    this.entries.delete(id);
    await this.attachments.delete(id);
    await log.delete(id);
    hub.drop(id);
    this.emit('closed', { sessionId: id, reason: 'deleted' });
  }

  /** Closes what is open, ends the agents, and leaves all of it on disk. The sessions themselves go on later. */
  async stop(): Promise<void> {
    this.stopping = true;
    const live = [...this.entries.values()].flatMap(({ session }) =>
      session && !session.ended ? [session] : [],
    );
    for (const session of live) session.dispatch({ type: 'daemon.stopping' });
    await this.committer.flushed();
    await Promise.all(live.map((session) => session.runner.stop('daemon_stopping')));
    // Only now: a session that ends says goodbye to the process that it shares.
    await this.agents.stop();
    await this.committer.flushed();
    for (const session of live) session.close();
  }

  /** How many sessions there are, by status. */
  countByStatus(): Record<SessionInfo['status'], number> {
    const counts = { starting: 0, idle: 0, running: 0, waiting: 0, ended: 0 };
    for (const entry of this.entries.values()) counts[(entry.session?.info() ?? entry.info).status]++;
    return counts;
  }

  private shown(entry: Entry): SessionInfo {
    const info = entry.session?.info() ?? entry.info;
    // What is not on disk yet is nobody's business.
    const committed = this.options.hub.committed(info.sessionId);
    return { ...info, lastSequence: committed, eventCount: committed };
  }

  private entry(id: string): Entry {
    const entry = this.entries.get(id);
    if (!entry) throw new ProblemError('session_not_found', `no session ${id}`, { sessionId: id });
    return entry;
  }

  private load(id: string): Promise<Session> {
    const entry = this.entry(id);
    entry.loading ??= this.read(id).then((session) => {
      entry.session = session;
      entry.loading = null;
      return session;
    });
    return entry.loading;
  }

  private async read(id: string): Promise<Session> {
    const { log } = this.options;
    const record = await log.session(id);
    if (!record) throw new ProblemError('session_not_found', `no session ${id}`, { sessionId: id });
    const config = SessionConfig.parse(JSON.parse(record.config));
    const batches = await log.read(id, record.snapshotSequence);
    const tail = batches.flatMap((batch) => batch.events.map((text) => JSON.parse(text) as UniversalEvent));
    const agent = this.agents.get(config.agent);
    const around = this.surroundings(agent, null);
    const session = new Session(id, config, record.createdAt, around, { record, tail });
    // Also where nothing is to be closed: a daemon that stopped politely left its sessions on hold.
    if (!session.ended) session.dispatch({ type: 'daemon.restarted' });
    return session;
  }

  private committed(batch: Batch): void {
    const { hub } = this.options;
    hub.publish(batch);
    this.emit('committed', batch.events.length);
    const entry = this.entries.get(batch.sessionId);
    if (!entry?.session?.ended || entry.session.context.sequence !== batch.last) return;
    // An ended session is only read: it needs no machine in memory.
    entry.info = entry.session.info();
    entry.session = null;
    hub.end(batch.sessionId);
    this.emit('closed', { sessionId: batch.sessionId, reason: 'ended' });
  }

  private refused(given: NewRefusal): void {
    const refusal = this.entries.get(given.sessionId)?.refusals.add(given);
    if (refusal) this.options.hub.tell(given.sessionId, 'session/refused', refusal);
  }

  private async resumeOf({ resume }: CreateSessionRequest, agent: Agent): Promise<string | null> {
    if (resume == null) return null;
    const earlier = this.entries.get(resume);
    if (!earlier) return resume;
    const info = this.shown(earlier);
    if (info.agent !== agent.id) {
      throw new ProblemError(
        'invalid_request',
        `session ${resume} is one of ${info.agent}, not of ${agent.id}`,
      );
    }
    if (info.nativeSessionId === null) {
      throw new ProblemError('invalid_request', `session ${resume} has no conversation to resume`);
    }
    return info.nativeSessionId;
  }

  private surroundings(agent: Agent, found: Program | null): SessionSurroundings {
    const { logger, now, timeouts, clock, env, installationId, graceMs } = this.options;
    return {
      committer: this.committer,
      agent,
      agentHost: this.agents.open(agent),
      now,
      logger,
      onRefused: (refusal) => this.refused(refusal),
      onAgent: (sessionId, agent) => this.options.hub.tell(sessionId, 'session/agent', { sessionId, agent }),
      timeouts,
      ...(clock ? { clock } : {}),
      connection: async ({ id, config, native }) => {
        const program = found ?? (await this.agents.program(agent));
        const mark = { installationId, sessionId: id };
        return {
          sessionId: id,
          program,
          directory: config.directory,
          model: config.model,
          variant: config.variant,
          agentMode: config.agentMode,
          permissionMode: config.permissionMode,
          resume: native ?? config.resume,
          // A session's own conversation is a copy already.
          fork: native === null && config.fork,
          mcp: mcpServers(config.mcp, { ...env, ...config.env }),
          env: config.env,
          stateFolder: this.agents.stateFolder(agent),
          spawn: ({ command, args, env: more = {}, onLine }) =>
            spawnAgent({
              command,
              args,
              cwd: config.directory,
              env: { ...agentEnvironment(env, config.env, mark), ...more },
              mark,
              onLine,
              graceMs,
              logger,
            }),
        };
      },
    };
  }

  private refuseWhenStopping(): void {
    if (this.stopping) throw new ProblemError('overloaded', 'the daemon is stopping');
  }
}

function alreadyExists(id: string): ProblemError {
  return new ProblemError('session_already_exists', `session ${id} exists already`, { sessionId: id });
}

function countsOf({ lastSequence, updatedAt }: SessionRecord) {
  return { lastSequence, eventCount: lastSequence, updatedAt };
}

function recordOf(session: Session): SessionRecord {
  return {
    sessionId: session.id,
    createdAt: session.createdAt,
    updatedAt: session.createdAt,
    lastSequence: 0,
    unsettled: true,
    ended: false,
    config: JSON.stringify(session.config),
    info: JSON.stringify(session.info()),
    snapshot: null,
    snapshotSequence: 0,
  };
}
