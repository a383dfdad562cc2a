import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Agent, AgentGround, AgentHost, Program } from '../agents/agent.js';
import { ProblemError } from '../schema/index.js';
import { agentEnvironment, spawnAgent } from './process/index.js';

export interface AgentsOptions {
  agents: readonly Agent[];
  env: NodeJS.ProcessEnv;
  dataFolder: string;
  installationId: string;
  graceMs: number;
  logger: Logger;
}

/** The agents of one daemon. Each is opened once, when it is first needed. */
export class Agents {
  private readonly known: Map<string, Agent>;
  private readonly opened = new Map<string, AgentHost>();
  private stopped = false;

  constructor(private readonly options: AgentsOptions) {
    this.known = new Map(options.agents.map((agent) => [agent.id, agent]));
  }

  get(id: string): Agent {
    const agent = this.known.get(id);
    if (!agent) {
      const supported = [...this.known.keys()];
      throw new ProblemError('unsupported_agent', `no agent ${id}; there are ${supported.join(', ')}`, {
        supported,
      });
    }
    return agent;
  }

  open(agent: Agent): AgentHost {
    let host = this.opened.get(agent.id);
    if (!host) {
      host = agent.open(this.ground(agent));
      this.opened.set(agent.id, host);
    }
    return host;
  }

  /** What it offers; a problem where its program cannot say. */
  offer(agent: Agent): Pick<AgentHost, 'modes' | 'models'> {
    const host = this.open(agent);
    const unavailable = (error: unknown): never => {
      if (error instanceof ProblemError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ProblemError('agent_unavailable', `${agent.name} does not say what it offers: ${why}`);
    };
    return {
      modes: () => host.modes().catch(unavailable),
      models: () => host.models().catch(unavailable),
    };
  }

  async program(agent: Agent): Promise<Program> {
    const program = await agent.locate(this.options.env, this.options.dataFolder);
    if (program) return program;
    const command = `greenroom agents install ${agent.id}`;
    throw new ProblemError('agent_not_installed', `${agent.name} is not installed; run: ${command}`, {
      command,
    });
  }

  stateFolder(agent: Agent): string {
    return join(this.options.dataFolder, 'agents', agent.id);
  }

  /** Ends what the agents have beside their sessions; nothing is started any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.opened.values()].map((host) => host.stop()));
  }

  private ground(agent: Agent): AgentGround {
    const { env, dataFolder, installationId, graceMs } = this.options;
    const logger = this.options.logger.child({ agent: agent.id });
    return {
      env,
      stateFolder: this.stateFolder(agent),
      program: () => this.program(agent),
      spawn: (name, { command, args, cwd = dataFolder, env: more = {}, onLine }) => {
        if (this.stopped) throw new Error('the daemon is stopping');
        const mark = { installationId, sessionId: name };
        return spawnAgent({
          command,
          args,
          cwd,
          env: agentEnvironment(env, more, mark),
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
