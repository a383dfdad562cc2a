import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Agent, AgentDeps, AgentRuntime, Program } from '../agents/agent.js';
import { ProblemError } from '../schema/index.js';
import { agentEnvironment, spawnAgent } from '../supervision/index.js';

export interface AgentsOptions {
  agents: readonly Agent[];
  env: NodeJS.ProcessEnv;
  dataFolder: string;
  installationId: string;
  graceMs: number;
  logger: Logger;
}

/** The agents of a daemon. Each is opened once, on first use. */
export class Agents {
  /** Variables that no agent inherits from the daemon. */
  readonly hiddenEnvironment: ReadonlySet<string>;
  readonly #options: AgentsOptions;
  readonly #known: Map<string, Agent>;
  readonly #runtimes = new Map<string, AgentRuntime>();
  #isStopped = false;

  constructor(options: AgentsOptions) {
    this.#options = options;
    this.#known = new Map(options.agents.map((agent) => [agent.id, agent]));
    this.hiddenEnvironment = new Set(options.agents.flatMap((agent) => agent.hiddenEnvironment ?? []));
  }

  get(id: string): Agent {
    const agent = this.#known.get(id);
    if (!agent) {
      const supported = [...this.#known.keys()];
      throw new ProblemError(
        'unsupported_agent',
        `unknown agent ${id}; choose one of ${supported.join(', ')}`,
        {
          supported,
        },
      );
    }
    return agent;
  }

  open(agent: Agent): AgentRuntime {
    let runtime = this.#runtimes.get(agent.id);
    if (!runtime) {
      runtime = agent.open(this.#deps(agent));
      this.#runtimes.set(agent.id, runtime);
    }
    return runtime;
  }

  /** Its modes and models; rejects with `agent_unavailable` if its program cannot list them. */
  offer(agent: Agent): Pick<AgentRuntime, 'modes' | 'models'> {
    const runtime = this.open(agent);
    const unavailable = (error: unknown): never => {
      if (error instanceof ProblemError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ProblemError('agent_unavailable', `${agent.name} cannot list its options: ${why}`);
    };
    return {
      modes: () => runtime.modes().catch(unavailable),
      models: () => runtime.models().catch(unavailable),
    };
  }

  async program(agent: Agent): Promise<Program> {
    const program = await agent.locate(this.#options.env, this.#options.dataFolder);
    if (program) return program;
    const command = `greenroom agents install ${agent.id}`;
    throw new ProblemError('agent_not_installed', `${agent.name} is not installed; run: ${command}`, {
      command,
    });
  }

  stateFolder(agent: Agent): string {
    return join(this.#options.dataFolder, 'agents', agent.id);
  }

  /** Stops the processes that belong to no session; none is started afterwards. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#runtimes.values()].map((runtime) => runtime.stop()));
  }

  #deps(agent: Agent): AgentDeps {
    const { env, dataFolder, installationId, graceMs } = this.#options;
    const logger = this.#options.logger.child({ agent: agent.id });
    return {
      env,
      stateFolder: this.stateFolder(agent),
      program: () => this.program(agent),
      spawn: (name, { command, args, cwd = dataFolder, env: more = {}, onLine }) => {
        if (this.#isStopped) throw new Error('the daemon is stopping');
        const mark = { installationId, sessionId: name };
        return spawnAgent({
          command,
          args,
          cwd,
          env: agentEnvironment(env, this.hiddenEnvironment, more, mark),
          mark,
          onLine,
          graceMs,
          logger,
        });
      },
      logger,
    };
  }
}
