interface Tenancy<Server> {
  server: Server;
  sessions: number;
}

/**
 * The servers of an agent whose sessions share a process: one for all; and since a process has one environment, one more
 * for those that bring the same of their own. That one ends with the last of them.
 */
export class Tenancies<Server extends { stop(): Promise<void> }> {
  readonly #others = new Map<string, Tenancy<Server>>();

  constructor(readonly shared: Server) {}

  /** A place on the server of those that bring the same; to be given back, which counts once. */
  enter(brought: string, make: () => Server): { server: Server; release(): Promise<void> } {
    const tenancy = this.#others.get(brought) ?? { server: make(), sessions: 0 };
    this.#others.set(brought, tenancy);
    tenancy.sessions++;
    let left: Promise<void> | null = null;
    const release = () => {
      left ??= this.#leave(brought, tenancy);
      return left;
    };
    return { server: tenancy.server, release };
  }

  async stop(): Promise<void> {
    const servers = [this.shared, ...[...this.#others.values()].map(({ server }) => server)];
    await Promise.all(servers.map((server) => server.stop()));
  }

  async #leave(brought: string, tenancy: Tenancy<Server>): Promise<void> {
    tenancy.sessions--;
    if (tenancy.sessions > 0) return;
    this.#others.delete(brought);
    await tenancy.server.stop();
  }
}
