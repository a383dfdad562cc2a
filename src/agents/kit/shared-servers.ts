import type { ServerStatusInfo } from '../../schema/index.js';
import type { ConnectionContext, FolderTrust, McpServer, ProcessName } from '../agent.js';

/**
 * Sessions share a server only if all of this is equal: a process has one environment, acts on one trust decision, and
 * must not give the holder of one token access to the sessions of another.
 */
export interface ServerKey {
  directory: string;
  env: Readonly<Record<string, string>>;
  /** Only for agents that configure MCP servers per process. */
  mcp: Readonly<Record<string, McpServer>>;
  trust: FolderTrust | null;
  token: string | null;
  /** The only session that may use the server; null if others may. */
  session: string | null;
}

/** Pass `mcp` for agents that configure MCP servers per process rather than per session. */
export function serverKey(context: ConnectionContext, mcp: ServerKey['mcp'] = {}): ServerKey {
  const { sessionId, directory, env = {}, trust = null, token = null, isAlone = false } = context;
  return { directory, env, mcp, trust, token, session: isAlone ? sessionId : null };
}

export interface SharedServer {
  readonly status: ServerStatusInfo;
  stop(): Promise<void>;
}

/** The right to use a server, which keeps it running. */
export interface Lease<Server> {
  server: Server;
  /** Of the server's process. */
  name: ProcessName;
  /** Idempotent. Resolves when the server has stopped, if this was its last lease. */
  release(): Promise<void>;
}

interface Entry<Server> {
  key: ServerKey;
  server: Server;
  name: ProcessName;
  leases: number;
}

/** How many crashed servers without leases are kept: the number of keys has no bound. */
const MAX_CRASHED = 16;

const sessionlessKey: ServerKey = {
  directory: '',
  env: {},
  mcp: {},
  trust: null,
  token: null,
  session: null,
};

/** The shared servers of an agent, one per key. Each is stopped with its last lease. */
export class SharedServers<Server extends SharedServer> {
  readonly #agent: string;
  readonly #make: (key: ServerKey, name: ProcessName) => Server;
  readonly #entries = new Map<string, Entry<Server>>();
  #count = 0;

  constructor(agent: string, make: (key: ServerKey, name: ProcessName) => Server) {
    this.#agent = agent;
    this.#make = make;
  }

  lease(key: ServerKey): Lease<Server> {
    const id = canonical(key);
    const entry = this.#entries.get(id) ?? this.#newEntry(key);
    this.#entries.set(id, entry);
    entry.leases++;
    let released: Promise<void> | null = null;
    const release = () => {
      released ??= this.#release(id, entry);
      return released;
    };
    return { server: entry.server, name: entry.name, release };
  }

  /**
   * Uses a server for work that belongs to no session, such as listing models. Prefers one that is running anyway;
   * otherwise starts one that is kept for this purpose until the daemon stops.
   */
  async withServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
    const [running] = [...this.#entries.values()].filter(({ key }) => Object.keys(key.env).length === 0);
    const { server, release } = this.lease(running?.key ?? sessionlessKey);
    if (running === undefined) return work(server);
    try {
      return await work(server);
    } finally {
      await release();
    }
  }

  /** The combined status: running if any server is, with the errors and restarts of all. */
  get status(): ServerStatusInfo {
    const all = [...this.#entries.values()].map(({ server }) => server.status);
    const running = all.filter(({ status }) => status === 'running');
    const lastError = all.find(({ lastError }) => lastError != null)?.lastError ?? null;
    return {
      status: running.length > 0 ? 'running' : lastError === null ? 'stopped' : 'error',
      restartCount: all.reduce((sum, { restartCount }) => sum + restartCount, 0),
      baseUrl: running.length === 1 ? (running[0]?.baseUrl ?? null) : null,
      lastError,
      uptimeMs: running.length === 0 ? null : Math.max(...running.map(({ uptimeMs }) => uptimeMs ?? 0)),
    };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ server }) => server.stop()));
  }

  async #release(id: string, entry: Entry<Server>): Promise<void> {
    entry.leases--;
    if (entry.leases > 0) return;
    this.#entries.delete(id);
    if (entry.server.status.status !== 'error') return entry.server.stop();
    // A crashed server is kept, to show its error and to count its next start as a restart. It becomes the newest.
    this.#entries.set(id, entry);
    await this.#dropOldCrashed();
  }

  async #dropOldCrashed(): Promise<void> {
    const crashed = [...this.#entries].filter(([, { leases }]) => leases === 0);
    const dropped = crashed.slice(0, -MAX_CRASHED);
    for (const [name] of dropped) this.#entries.delete(name);
    await Promise.all(dropped.map(([, { server }]) => server.stop()));
  }

  #newEntry(key: ServerKey): Entry<Server> {
    const name = this.#nextName();
    return { key, server: this.#make(key, name), name, leases: 0 };
  }

  #nextName(): ProcessName {
    const number = this.#count++;
    return number === 0 ? `agent:${this.#agent}` : `agent:${this.#agent}.${number}`;
  }
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
