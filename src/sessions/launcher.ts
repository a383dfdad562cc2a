import type { Logger } from 'pino';
import type { AgentProcessInput } from '../../machines/index.js';
import type { Agent, Program } from '../agents/agent.js';
import type { EventLog } from '../log/index.js';
import {
  type CreateSessionRequest,
  type Limits,
  type Problem,
  ProblemError,
  type SessionInfo,
  type StateValue,
} from '../schema/index.js';
import type { ConnectionDeps } from './agent-runner.js';
import type { AgentSlots } from './agent-slots.js';
import type { Agents } from './agents.js';
import type { Clock, Now } from './clock.js';
import type { Committer } from './committer.js';
import { SessionConfig } from './config.js';
import { type CreateDefaults, configOf } from './create.js';
import type { Policy } from './policy.js';
import type { NewRefusal } from './refusals.js';
import type { StoredSession } from './restore.js';
import type { Secrets } from './secrets/index.js';
import { Session } from './session.js';
import type { SessionDeps } from './session-deps.js';
import type { SpendingLimits } from './spending.js';
import type { FolderTrusts } from './trust/index.js';

export interface LauncherOptions {
  agents: Agents;
  log: Pick<EventLog, 'receipt'>;
  committer: Committer;
  secrets: Secrets;
  policy: Policy;
  spending: SpendingLimits;
  trust: FolderTrusts;
  defaults: CreateDefaults;
  timeouts: AgentProcessInput;
  limits: Limits;
  slots: AgentSlots;
  now: Now;
  clock?: Clock;
  logger: Logger;
  /** Another session of this daemon, whose conversation may be resumed. */
  find(id: string): SessionInfo | null;
  onFailed(sessionId: string, error: unknown): void;
  onRefused(refusal: NewRefusal): void;
  onAgent(sessionId: string, value: StateValue): void;
}

/** Creates and restores sessions, and connects them to their agents. */
export class Launcher {
  readonly #options: LauncherOptions;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /** A new session, checked against its agent's options. The agent is not started yet. */
  async create(id: string, request: CreateSessionRequest, token: string | null = null): Promise<Session> {
    const { agents, defaults, secrets, policy, now } = this.#options;
    const agent = agents.offered(request.agent);
    const program = await agents.program(agent);
    await requireVersion(request.agentVersion, agent, program);
    const resume = this.#conversationOf(request, agent);
    const offer = agents.offer(agent);
    const created = await configOf(id, request, agent, resume, { defaults, offer, secrets, policy });
    const config = { ...created, token };
    if (agents.processes.isolation.hides(config.directory)) {
      secrets.forget({ sessionId: id, uid: config.uid });
      const message = `isolated agents do not see the daemon's data: ${config.directory} cannot be a session's folder`;
      throw new ProblemError('invalid_request', message);
    }
    return new Session(id, config, now(), this.#sessionDeps(agent, program));
  }

  restore(stored: StoredSession): Session {
    const { sessionId, config: text, createdAt } = stored.record;
    const config = SessionConfig.parse(JSON.parse(text));
    const deps = this.#sessionDeps(this.#options.agents.get(config.agent), null);
    return new Session(sessionId, config, createdAt, deps, stored);
  }

  /** Why the agent of a session cannot be started; null if it can. */
  obstacle(sessionId: string, config: SessionConfig): Problem | null {
    const { policy, secrets } = this.#options;
    return policy.problem(config) ?? secrets.problem(sessionId);
  }

  /** The native id of the conversation to resume, which may be given as the id of its session. */
  #conversationOf({ resume }: CreateSessionRequest, agent: Agent): string | null {
    if (resume == null) return null;
    const earlier = this.#options.find(resume);
    if (!earlier) return resume;
    if (earlier.agent !== agent.id) {
      const message = `session ${resume} belongs to ${earlier.agent}, not to ${agent.id}`;
      throw new ProblemError('invalid_request', message);
    }
    if (earlier.nativeSessionId === null)
      throw new ProblemError('invalid_request', `session ${resume} has no conversation to resume`);
    return earlier.nativeSessionId;
  }

  /** A program located for the first start is also used for later ones. */
  #sessionDeps(agent: Agent, found: Program | null): SessionDeps {
    const { agents, log, committer, policy, secrets, trust, spending, now, logger } = this.#options;
    const { timeouts, limits, slots, clock, onFailed, onRefused, onAgent } = this.#options;
    return {
      log,
      committer,
      agent,
      agentRuntime: agents.open(agent),
      now,
      logger,
      onFailed,
      onRefused,
      onAgent,
      obstacle: (sessionId, config) => this.obstacle(sessionId, config),
      spending,
      trust,
      trustQuestion: ({ id, config }) => {
        const { env } = secrets.resolve({ sessionId: id, uid: config.uid }, config);
        return { agent, config, env };
      },
      timeouts,
      limits,
      slots,
      ...(clock ? { clock } : {}),
      connection: async (session) => {
        // Also for sessions that were stored when something else was allowed.
        policy.require(session.config);
        await policy.requireFolder(session.config.directory);
        return this.#connectionDeps(agent, found ?? (await agents.program(agent)), session);
      },
    };
  }

  #connectionDeps(
    agent: Agent,
    program: Program,
    { id, config, native, trust }: Parameters<SessionDeps['connection']>[0],
  ): ConnectionDeps {
    const { agents, secrets } = this.#options;
    const { processes } = agents;
    const { env, mcp } = secrets.resolve({ sessionId: id, uid: config.uid }, config);
    const { directory, model, variant, agentMode, permissionMode } = config;
    return {
      sessionId: id,
      program,
      directory,
      model,
      variant,
      agentMode,
      permissionMode,
      resume: native ?? config.resume,
      isOwnConversation: native !== null,
      // The session's own conversation already is a fork.
      fork: native === null && config.fork,
      mcp,
      env,
      ...(trust ? { trust } : {}),
      stateFolder: processes.stateFolder(agent),
      ...(config.token === null ? {} : { token: config.token }),
      isAlone: processes.isolation.mode === 'strict',
      share: (name, paths) => processes.share(agent, name, id, paths),
      spawn: (options) =>
        processes.start(agent, {
          ...options,
          name: id,
          cwd: directory,
          directory,
          sessionEnv: env,
          isShared: false,
        }),
    };
  }
}

/** A program that does not tell its version will do. */
async function requireVersion(asked: string | null | undefined, agent: Agent, program: Program) {
  if (asked == null) return;
  const installed = await agent.version(program);
  if (installed === null || installed === asked) return;
  throw new ProblemError(
    'agent_not_installed',
    `${agent.name} is installed in version ${installed}, not ${asked}`,
    {
      agent: agent.id,
    },
  );
}
