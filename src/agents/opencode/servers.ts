import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentGround, Connection, ConnectionContext, McpServer } from '../agent.js';
import { Tenancies } from '../tenancies.js';
import { serverEnvironment } from './configuration.js';
import { OpenCodeConnection } from './connection.js';
import { OpenCodeServer } from './server.js';

type Own = { env: Record<string, string>; mcp: Readonly<Record<string, McpServer>> };

/** The servers of a daemon: one for all sessions, and one more for those that bring the same environment and MCP servers. */
export class OpenCodeServers {
  readonly #ground: AgentGround;
  readonly #tenancies: Tenancies<OpenCodeServer>;
  #count = 0;

  constructor(ground: AgentGround) {
    this.#ground = ground;
    this.#tenancies = new Tenancies(this.#server({ env: {}, mcp: {} }));
  }

  /** The one for all sessions that bring nothing. */
  get shared(): OpenCodeServer {
    return this.#tenancies.shared;
  }

  get status(): ServerStatusInfo {
    return this.shared.status;
  }

  connect(context: ConnectionContext): Connection {
    const { env = {}, mcp } = context;
    const brought = [env, mcp].map((each) => Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (brought.every(({ length }) => length === 0)) return new OpenCodeConnection(context, this.shared);
    const key = JSON.stringify(brought);
    const { server, release } = this.#tenancies.enter(key, () => this.#server({ env, mcp }));
    return new OpenCodeConnection(context, server, { release });
  }

  stop(): Promise<void> {
    return this.#tenancies.stop();
  }

  #server({ env, mcp }: Own): OpenCodeServer {
    const number = this.#count++;
    const name = number === 0 ? ('agent:opencode' as const) : (`agent:opencode.${number}` as const);
    return new OpenCodeServer({
      program: () => this.#ground.program(),
      spawn: (options) => {
        const told = serverEnvironment({ ...this.#ground.env, ...env }, mcp);
        return this.#ground.spawn(name, { ...options, env: { ...env, ...told, ...options.env } });
      },
    });
  }
}
