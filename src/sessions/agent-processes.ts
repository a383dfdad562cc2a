import { mkdirSync, rmSync } from 'node:fs';
import { link, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Agent, AgentProcess, SpawnOptions } from '../agents/agent.js';
import type { Limits } from '../schema/index.js';
import { agentEnvironment, type Isolation, noIsolation, spawnAgent } from '../supervision/index.js';
import { attachmentsFolder, attachmentsOf } from './attachments.js';
import type { Policy } from './policy.js';

export interface AgentProcessesOptions {
  agents: readonly Agent[];
  /** The daemon's environment, of which agents get a part. */
  env: NodeJS.ProcessEnv;
  /** Variables that agents get as well, see `AgentNeeds`. */
  passEnv?: readonly string[];
  /** What the operator allows, and which variables they give to agents. */
  policy?: Pick<Policy, 'environmentOf'>;
  dataFolder: string;
  isolation?: Isolation;
  /** In the marks of its processes, see `ownerOf`. */
  owner: string;
  graceMs: number;
  limits: Pick<Limits, 'lineBytes'>;
  logger: Logger;
}

export interface StartOptions extends SpawnOptions {
  /** In the mark of the process: the id of its session, or its own name. */
  name: string;
  cwd: string;
  /** The folder of the sessions that it is for; null if it is for none. */
  directory: string | null;
  /** Of the session. */
  sessionEnv?: Readonly<Record<string, string>>;
  /** Whether it is for many sessions. */
  isShared: boolean;
  logger?: Logger;
}

/** Starts the processes of agents: each with its environment and its mark, and isolated as the daemon was told. */
export class AgentProcesses {
  readonly isolation: Isolation;
  readonly #options: AgentProcessesOptions;
  /** Variables that no agent inherits from the daemon. */
  readonly #hidden: ReadonlySet<string>;

  constructor(options: AgentProcessesOptions) {
    this.#options = { ...options, dataFolder: resolve(options.dataFolder) };
    this.isolation = options.isolation ?? noIsolation;
    this.#hidden = new Set(options.agents.flatMap((agent) => agent.hiddenEnvironment ?? []));
  }

  stateFolder(agent: Agent): string {
    return join(this.#options.dataFolder, 'agents', agent.id);
  }

  start(agent: Agent, options: StartOptions): AgentProcess {
    const { env: daemonEnv, passEnv = [], policy, owner, limits, graceMs } = this.#options;
    const {
      name,
      command,
      args,
      cwd,
      directory,
      sessionEnv = {},
      env: more = {},
      secrets,
      files = [],
    } = options;
    const { isShared, onLine, onLongLine, needsOutput = true, logger = this.#options.logger } = options;
    const mark = { owner, sessionId: name };
    const passed = { names: [...agent.needs.environment, ...passEnv], hidden: this.#hidden };
    const given = { ...policy?.environmentOf(agent.id), ...sessionEnv };
    const env = { ...agentEnvironment(daemonEnv, passed, given, mark), ...more };
    const inbox = isShared ? this.#inboxOf(agent, name) : attachmentsOf(this.#options.dataFolder, name);
    if (this.isolation.mode !== null) mkdirSync(inbox, { recursive: true, mode: 0o700 });
    const process = spawnAgent({
      command,
      args,
      cwd,
      env,
      ...(secrets ? { secrets } : {}),
      mark,
      sandbox: this.isolation.sandbox({
        command,
        args,
        cwd,
        directory,
        env,
        needs: agent.needs,
        readable: isShared ? files : [...files, inbox],
        writable: agent.needs.usesStateFolder ? [this.stateFolder(agent)] : [],
        moved: isShared ? [{ from: inbox, to: attachmentsFolder(this.#options.dataFolder) }] : [],
      }),
      onLine,
      ...(onLongLine ? { onLongLine } : {}),
      needsOutput,
      lineBytes: limits.lineBytes,
      graceMs,
      logger,
    });
    // At once, since the next process of that name has the same.
    if (isShared && this.isolation.mode !== null)
      void process.exited.then(() => rmSync(inbox, { recursive: true, force: true }));
    return process;
  }

  /** Lets a shared process read files of a session, which it sees where they are. */
  async share(agent: Agent, name: string, sessionId: string, paths: readonly string[]): Promise<void> {
    if (this.isolation.mode === null) return;
    const folder = attachmentsOf(this.#options.dataFolder, sessionId);
    const target = join(this.#inboxOf(agent, name), basename(folder));
    for (const path of paths.filter((path) => dirname(path) === folder)) {
      await mkdir(target, { recursive: true, mode: 0o700 });
      await link(path, join(target, basename(path))).catch(ignoreExisting);
    }
  }

  #inboxOf(agent: Agent, name: string): string {
    return join(this.stateFolder(agent), 'attachments', name);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
}
