import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentGround, Connection, ConnectionContext } from '../agent.js';
import { Tenancies } from '../tenancies.js';
import { CodexConnection } from './connection.js';
import { CodexServer } from './server.js';

/** The servers of a daemon: one for all sessions, and one more for those that bring the same environment. */
export class CodexServers {
  readonly #ground: AgentGround;
  readonly #clientVersion: string;
  readonly #tenancies: Tenancies<CodexServer>;
  #count = 0;

  constructor(ground: AgentGround, clientVersion: string) {
    this.#ground = ground;
    this.#clientVersion = clientVersion;
    this.#tenancies = new Tenancies(this.#server({}));
  }

  /** The one for all sessions that bring nothing. */
  get shared(): CodexServer {
    return this.#tenancies.shared;
  }

  get status(): ServerStatusInfo {
    return this.shared.status;
  }

  connect(context: ConnectionContext): Connection {
    const env = context.env ?? {};
    if (Object.keys(env).length === 0) return new CodexConnection(context, this.shared);
    const key = JSON.stringify(Object.entries(env).sort());
    const { server, release } = this.#tenancies.enter(key, () => this.#server(env));
    return new CodexConnection(context, server, { release });
  }

  stop(): Promise<void> {
    return this.#tenancies.stop();
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
