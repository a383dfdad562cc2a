import type { Agent, AgentDeps, AgentRuntime, Program } from '../agents/agent.js';
import { ProblemError } from '../schema/index.js';
import { AgentProcesses, type AgentProcessesOptions } from './agent-processes.js';
import type { Policy } from './policy.js';
import type { Offer } from './settings.js';

export interface AgentsOptions extends AgentProcessesOptions {
  policy: Policy;
}

/** The agents of a daemon. Each is opened once, on first use. */
export class Agents {
  readonly processes: AgentProcesses;
  readonly #options: AgentsOptions;
  readonly #known: Map<string, Agent>;
  readonly #runtimes = new Map<string, AgentRuntime>();
  #isStopped = false;

  constructor(options: AgentsOptions) {
    this.#options = options;
    this.#known = new Map(options.agents.map((agent) => [agent.id, agent]));
    this.processes = new AgentProcesses(options);
  }

  /** Those that the operator has not disabled. */
  get enabled(): readonly Agent[] {
    return [...this.#known.values()].filter(({ id }) => this.#options.policy.isEnabled(id));
  }

  /** An agent for a new session. */
  offered(id: string): Agent {
    const agent = this.get(id);
    const { policy } = this.#options;
    policy.require({ agent: id, permissionMode: policy.defaultMode(id) });
    return agent;
  }

  /** An agent, also one that has been disabled: its sessions can still be read. */
  get(id: string): Agent {
    const agent = this.#known.get(id);
    if (!agent) {
      const supported = this.enabled.map((each) => each.id);
      throw new ProblemError(
        'unsupported_agent',
        `unknown agent ${id}; choose one of ${supported.join(', ')}`,
        { agent: id, supported },
      );
    }
    return agent;
  }

  /** The daemon's environment, with what the operator gives to this agent. */
  environment(agent: Agent): NodeJS.ProcessEnv {
    const { env, policy } = this.#options;
    return { ...env, ...policy.environmentOf(agent.id) };
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
  offer(agent: Agent): Offer {
    const runtime = this.open(agent);
    const unavailable = (error: unknown): never => {
      if (error instanceof ProblemError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ProblemError('agent_unavailable', `${agent.name} cannot list its options: ${why}`, {
        agent: agent.id,
      });
    };
    return {
      modes: () => runtime.modes().catch(unavailable),
      models: () => runtime.models().catch(unavailable),
      missingMode: async (settings) => (await runtime.missingMode?.(settings).catch(unavailable)) ?? null,
    };
  }

  async program(agent: Agent): Promise<Program> {
    const program = await agent.locate(this.environment(agent), this.#options.dataFolder);
    if (program) return program;
    const command = `greenroom agents install ${agent.id}`;
    throw new ProblemError('agent_not_installed', `${agent.name} is not installed; run: ${command}`, {
      agent: agent.id,
      command,
    });
  }

  /** Stops the processes that belong to no session; none is started afterwards. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#runtimes.values()].map((runtime) => runtime.stop()));
  }

  #deps(agent: Agent): AgentDeps {
    const { dataFolder } = this.#options;
    const logger = this.#options.logger.child({ agent: agent.id });
    return {
      env: this.environment(agent),
      stateFolder: this.processes.stateFolder(agent),
      isIsolated: this.processes.isolation.mode !== null,
      program: () => this.program(agent),
      spawn: (name, { cwd = dataFolder, directory = null, env: sessionEnv = {}, ...options }) => {
        if (this.#isStopped) throw new Error('the daemon is stopping');
        return this.processes.start(agent, {
          ...options,
          name,
          cwd,
          directory,
          sessionEnv,
          isShared: true,
          logger,
        });
      },
      logger,
    };
  }
}
