import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentProcess, ProcessExit, Program, SpawnOptions } from '../agent.js';
import { describeExit } from './exits.js';

export interface ServerDeps {
  /** Locates the program each time a process is started. */
  program(): Promise<Program>;
  /** Starts a process that belongs to no session. */
  spawn(options: SpawnOptions): AgentProcess;
}

export interface ServerProcessOptions<Client> {
  /** Name in error messages, e.g. `codex app-server`. */
  name: string;
  program(): Promise<Program>;
  /** Spawns the process. Its lines must be ignored once `isCurrent` returns false: it was replaced. */
  spawn(program: Program, isCurrent: () => boolean): AgentProcess;
  /**
   * Performs the handshake with a new process; resolves with its client. Need not handle an exit of the process, which
   * fails the start anyway.
   */
  connect(process: AgentProcess): Promise<Client>;
  /** Lets starts wait for those of other servers; by default none waits. */
  startGate?: { run<T>(start: () => Promise<T>): Promise<T> };
  /** Called when the process has exited. The client is null if the handshake was not complete. */
  onExit(exit: ProcessExit, client: Client | null, error: Error): void;
  now?(): number;
}

interface Running<Client> {
  process: AgentProcess;
  since: number;
  client: Client | null;
}

/** A process that serves many sessions. It is started on first use, and again after an exit. */
export class ServerProcess<Client> {
  readonly #options: ServerProcessOptions<Client>;
  #running: Running<Client> | null = null;
  #ready: Promise<Client> | null = null;
  #starts = 0;
  #isStopped = false;
  #lastError: string | null = null;

  constructor(options: ServerProcessOptions<Client>) {
    this.#options = options;
  }

  get status(): ServerStatusInfo {
    return {
      status: this.#running ? 'running' : this.#lastError === null ? 'stopped' : 'error',
      restartCount: Math.max(0, this.#starts - 1),
      lastError: this.#lastError,
      uptimeMs: this.#running && this.#now() - this.#running.since,
    };
  }

  /** The client of the running process, which is started if necessary. */
  client(): Promise<Client> {
    const { startGate } = this.#options;
    this.#ready ??= startGate ? startGate.run(() => this.#start()) : this.#start();
    return this.#ready;
  }

  /** The client of the running process; null if there is none or it is still starting. */
  get current(): Client | null {
    return this.#running?.client ?? null;
  }

  /** Resolves when the running process has exited; immediately if there is none. */
  get exited(): Promise<unknown> {
    return this.#running?.process.exited ?? Promise.resolve();
  }

  /** Stops the process for good. `beforeStop` runs first if the process is ready. */
  async stop(beforeStop: (client: Client) => Promise<unknown> = async () => {}): Promise<void> {
    this.#isStopped = true;
    const running = this.#running;
    if (running === null) return;
    if (running.client !== null) await beforeStop(running.client).catch(() => {});
    await running.process.stop();
  }

  async #start(): Promise<Client> {
    const { name, program, spawn, connect } = this.#options;
    try {
      const located = await program();
      if (this.#isStopped) throw new Error(`${name} was stopped`);
      const process: AgentProcess = spawn(located, () => this.#running?.process === process);
      const running: Running<Client> = { process, since: this.#now(), client: null };
      this.#running = running;
      this.#starts++;
      const exited = process.exited.then((exit) => this.#exited(running, exit));
      // An exit after the start fails no caller.
      exited.catch(() => {});
      running.client = await Promise.race([connect(process), exited]);
      this.#lastError = null;
      return running.client;
    } catch (error) {
      this.#ready = null;
      this.#lastError = error instanceof Error ? error.message : String(error);
      // A process that fails the handshake is stopped; one that has exited is reported by `onExit`.
      void this.#running?.process.stop();
      throw error;
    }
  }

  #exited(running: Running<Client>, exit: ProcessExit): never {
    const { name, onExit } = this.#options;
    const error = new Error(`${name} exited: ${describeExit(exit)}`);
    if (this.#running === running) {
      this.#running = null;
      this.#ready = null;
      // If the process was stopped because its start failed, that failure stays the last error.
      if (exit.code !== 0 && !this.#isStopped) this.#lastError = error.message;
      onExit(exit, running.client, error);
    }
    throw error;
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}
