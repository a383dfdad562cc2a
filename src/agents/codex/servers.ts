import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentGround, Connection, ConnectionContext } from '../agent.js';
import { CodexConnection } from './connection.js';
import { CodexServer } from './server.js';

interface Tenancy {
  server: CodexServer;
  sessions: number;
}

/**
 * The servers of a daemon: one for all sessions; and since a process has one environment, one more for those that bring
 * the same environment of their own. That one ends with the last of them.
 */
export class CodexServers {
  readonly shared: CodexServer;
  readonly #ground: AgentGround;
  readonly #clientVersion: string;
  readonly #others = new Map<string, Tenancy>();
  #count = 0;

  constructor(ground: AgentGround, clientVersion: string) {
    this.#ground = ground;
    this.#clientVersion = clientVersion;
    this.shared = this.#server({});
  }

  get status(): ServerStatusInfo {
    return this.shared.status;
  }

  connect(context: ConnectionContext): Connection {
    const env = context.env ?? {};
    if (Object.keys(env).length === 0) return new CodexConnection(context, this.shared);
    const key = JSON.stringify(Object.entries(env).sort());
    const tenancy = this.#others.get(key) ?? { server: this.#server(env), sessions: 0 };
    this.#others.set(key, tenancy);
    tenancy.sessions++;
    let left: Promise<void> | null = null;
    const release = async () => {
      tenancy.sessions--;
      if (tenancy.sessions > 0) return;
      this.#others.delete(key);
      await tenancy.server.stop();
    };
    return new CodexConnection(context, tenancy.server, {
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

  #server(env: Record<string, string>): CodexServer {
    const number = this.#count++;
    const name = number === 0 ? ('agent:codex' as const) : (`agent:codex.${number}` as const);
    return new CodexServer({
      program: () => this.#ground.program(),
      spawn: (options) => this.#ground.spawn(name, { ...options, env }),
      clientVersion: this.#clientVersion,
    });
  }
}
