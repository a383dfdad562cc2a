import type { AgentProcess, ConnectionContext } from '../agents/agent.js';

/** Why an agent is not read: the log cannot be written, or has not kept up, or its output is not translated yet. */
export type PauseReason = 'storage' | 'backlog' | 'turns';

/**
 * The processes that a session's connections started for it alone, which can be paused. One that is started while
 * reading is paused starts paused. A server that sessions share is none of them.
 */
export class OwnProcesses {
  readonly #running = new Set<AgentProcess>();
  readonly #reasons = new Set<PauseReason>();
  #hasAny = false;

  /** Whether the current connection has started none: the agent's output comes from a server that sessions share. */
  get isNone(): boolean {
    return !this.#hasAny;
  }

  /** The same `spawn` for a new connection. Its processes are paused and resumed with the others. */
  tracked(spawn: ConnectionContext['spawn']): ConnectionContext['spawn'] {
    this.#hasAny = false;
    return (options) => {
      const process = spawn(options);
      this.#hasAny = true;
      this.#running.add(process);
      if (this.#reasons.size > 0) process.pause();
      void process.exited.then(() => this.#running.delete(process));
      return process;
    };
  }

  pause(reason: PauseReason): void {
    this.#reasons.add(reason);
    for (const process of this.#running) process.pause();
  }

  /** Reading goes on when no reason is left. */
  resume(reason: PauseReason): void {
    if (!this.#reasons.delete(reason) || this.#reasons.size > 0) return;
    for (const process of this.#running) process.resume();
  }
}
