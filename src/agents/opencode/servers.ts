import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentGround, Connection, ConnectionContext, McpServer } from '../agent.js';
import { serverEnvironment } from './configuration.js';
import { OpenCodeConnection } from './connection.js';
import { OpenCodeServer } from './server.js';

interface Tenancy {
  server: OpenCodeServer;
  sessions: number;
}

type Own = { env: Record<string, string>; mcp: Readonly<Record<string, McpServer>> };

/**
 * The servers of a daemon: one for all sessions; and since a process has one environment and one set of MCP servers for
 * a folder, one more for those that bring the same of their own. That one ends with the last of them.
 */
export class OpenCodeServers {
  readonly shared: OpenCodeServer;
  readonly #ground: AgentGround;
  readonly #others = new Map<string, Tenancy>();
  #count = 0;

  constructor(ground: AgentGround) {
    this.#ground = ground;
    this.shared = this.#server({ env: {}, mcp: {} });
  }

  get status(): ServerStatusInfo {
    return this.shared.status;
  }

  connect(context: ConnectionContext): Connection {
    const { env = {}, mcp } = context;
    const brought = [env, mcp].map((each) => Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (brought.every(({ length }) => length === 0)) return new OpenCodeConnection(context, this.shared);
    const key = JSON.stringify(brought);
    const tenancy = this.#others.get(key) ?? { server: this.#server({ env, mcp }), sessions: 0 };
    this.#others.set(key, tenancy);
    tenancy.sessions++;
    let left: Promise<void> | null = null;
    const release = async () => {
      tenancy.sessions--;
      if (tenancy.sessions > 0) return;
      this.#others.delete(key);
      await tenancy.server.stop();
    };
    return new OpenCodeConnection(context, tenancy.server, {
      release: () => {
        left ??= release();
        return left;
      },
    });
  }

  async stop(): Promise<void> {
    const servers = [this.shared, ...[...this.#others.values()].map(({ server }) => server)];
    await Promise.all(servers.map((server) => server.stop()));
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
