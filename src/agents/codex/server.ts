import { stripVTControlCharacters } from 'node:util';
import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentProcess, ProcessExit, Program, SpawnOptions } from '../agent.js';
import { optOut } from './dropped.js';
import type { Message } from './native.js';
import type { RequestId } from './native-requests.js';
import { type RequestOptions, Rpc } from './rpc.js';
import { Strays } from './strays.js';

export interface CodexServerOptions {
  /** The program, as it is found when a process is needed. */
  program(): Promise<Program>;
  /** Starts a process that belongs to no session. */
  spawn(options: SpawnOptions): AgentProcess;
  /** Told to Codex, and by it to the provider. */
  clientVersion?: string;
  /** How long an answer may take. A cold start with a fresh home takes half a second. */
  requestMs?: number;
  /** How long lines of a thread wait for the news of whose it is. */
  strayMs?: number;
}

/** One who has threads on the server. */
export interface ThreadListener {
  /** A notification of one of its threads; parsed, but for deltas, of which there are too many. */
  onNotification(text: string, message: Message | null): void;
  /** A request of one of its threads. False where it will not answer. */
  onRequest(text: string, message: Message & { id: RequestId }): boolean;
  /** The process is gone, with all threads. */
  onExit(exit: ProcessExit): void;
}

interface Running {
  process: AgentProcess;
  rpc: Rpc;
  since: number;
}

/** Deltas begin with the thread, so that they need not be parsed to be passed on. */
const DELTA = /^\{"method":"item\/[^"]+[dD]elta","params":\{"threadId":"([^"\\]+)"/;

/** `codex app-server`: one process for the threads of many sessions. It starts when it is needed, and again after a crash. */
export class CodexServer {
  readonly #options: CodexServerOptions;
  readonly #listeners = new Set<ThreadListener>();
  readonly #threads = new Map<string, ThreadListener>();
  readonly #strays: Strays;
  #running: Running | null = null;
  #ready: Promise<Rpc> | null = null;
  #starts = 0;
  #stopped = false;
  #lastError: string | null = null;

  constructor(options: CodexServerOptions) {
    this.#options = options;
    this.#strays = new Strays(options.strayMs ?? 2_000);
  }

  get status(): ServerStatusInfo {
    return {
      status: this.#running ? 'running' : this.#lastError === null ? 'stopped' : 'error',
      restartCount: Math.max(0, this.#starts - 1),
      lastError: this.#lastError,
      uptimeMs: this.#running && Date.now() - this.#running.since,
    };
  }

  /** Asks the server, which is started if it does not run. */
  async request(method: string, params: unknown, options?: RequestOptions): Promise<unknown> {
    this.#ready ??= this.#start();
    const rpc = await this.#ready;
    return rpc.request(method, params, options);
  }

  /** Asks the server about what only the one that runs now can know. */
  async requestRunning(method: string, params: unknown, options?: RequestOptions): Promise<unknown> {
    if (this.#running === null) throw new Error('codex app-server does not run');
    return this.#running.rpc.request(method, params, options);
  }

  /**
   * Ends all that runs for a thread. Only an archived thread is unloaded, with its commands and MCP servers; and only
   * one that was brought back from the archive can be resumed.
   */
  async unload(threadId: string, ms: number): Promise<void> {
    try {
      await this.requestRunning('thread/archive', { threadId }, { ms });
      await this.requestRunning('thread/unarchive', { threadId }, { ms });
    } catch {
      await this.requestRunning('thread/unsubscribe', { threadId }, { ms }).catch(() => {});
    }
    // What it said of its own end is no news for the one who goes on with the thread.
    this.#strays.abandon(threadId);
  }

  /** Answers a request of the server. Where the server is gone, nobody waits for it. */
  async answer(id: RequestId, result: unknown): Promise<void> {
    await this.#running?.rpc.answer(id, result);
  }

  /** From now on the listener is told when the server goes. */
  join(listener: ThreadListener): void {
    this.#listeners.add(listener);
  }

  /** From now on the thread's lines are the listener's. */
  claim(thread: string, listener: ThreadListener): void {
    this.#threads.set(thread, listener);
    for (const { text } of this.#strays.take(thread)) this.#takeLine(text);
  }

  /** The threads of a listener: its own, and those of its sub-agents. */
  threadsOf(listener: ThreadListener): string[] {
    return [...this.#threads].flatMap(([thread, owner]) => (owner === listener ? [thread] : []));
  }

  leave(listener: ThreadListener): void {
    this.#listeners.delete(listener);
    for (const thread of this.threadsOf(listener)) this.#threads.delete(thread);
  }

  /** For good. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running?.process.stop();
  }

  async #start(): Promise<Rpc> {
    try {
      const { spawn, program, clientVersion = '0.0.0', requestMs = 60_000 } = this.#options;
      const { command, args } = await program();
      if (this.#stopped) throw new Error('codex app-server was stopped');
      const process: AgentProcess = spawn({
        command,
        args: [...args, 'app-server'],
        // A process that is gone has nothing to say to the threads of the next one.
        onLine: (line) => this.#running?.process === process && this.#takeLine(line),
      });
      const rpc = new Rpc((line) => process.write(line), requestMs);
      this.#running = { process, rpc, since: Date.now() };
      this.#starts++;
      void process.exited.then((exit) => this.#exited(process, exit));
      await this.#handshake(rpc, clientVersion);
      return rpc;
    } catch (error) {
      this.#ready = null;
      this.#lastError = error instanceof Error ? error.message : String(error);
      // One that does not answer is of no use; one that has exited is told of by `exited`.
      void this.#running?.process.stop();
      throw error;
    }
  }

  async #handshake(rpc: Rpc, version: string): Promise<void> {
    await rpc.request('initialize', {
      clientInfo: { name: 'greenroom', title: 'Greenroom', version },
      capabilities: { experimentalApi: true, requestAttestation: false, optOutNotificationMethods: optOut },
    });
    rpc.notify('initialized');
  }

  #exited(process: AgentProcess, exit: ProcessExit): void {
    if (this.#running?.process !== process) return;
    const { rpc } = this.#running;
    const why = `codex app-server ended: ${describe(exit)}`;
    this.#running = null;
    this.#ready = null;
    this.#lastError = exit.code === 0 ? null : why;
    this.#strays.clear();
    this.#threads.clear();
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    // First the news and then its consequences: a start that fails has been told why.
    for (const listener of listeners) listener.onExit(exit);
    rpc.close(new Error(why));
  }

  #takeLine(text: string): void {
    const delta = DELTA.exec(text)?.[1];
    if (delta !== undefined) return this.#notify(delta, text, null);
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      // Something in the process printed to where only the protocol belongs: no session is meant.
      return;
    }
    if (typeof message !== 'object' || message === null) return;
    if (message.method === undefined) return this.#running?.rpc.take(message, text);
    const thread = threadOf(message);
    if (message.id !== undefined) return this.#ask(thread, text, { ...message, id: message.id });
    // What is of no thread is of the process and its account.
    if (thread !== null) this.#notify(thread, text, message);
  }

  #notify(thread: string, text: string, message: Message | null): void {
    const owner = this.#threads.get(thread);
    if (owner === undefined) return this.#strays.add(thread, { text });
    owner.onNotification(text, message);
    for (const child of message === null ? [] : childrenIn(message)) {
      if (!this.#threads.has(child)) this.claim(child, owner);
    }
  }

  /** Every request is answered: by a session, or by an error. */
  #ask(thread: string | null, text: string, message: Message & { id: RequestId }): void {
    const refuse = (why: string) =>
      void this.#running?.rpc.refuse(message.id, `${String(message.method)}: ${why}`);
    if (thread === null) return refuse('of no thread, and unknown to this client');
    const owner = this.#threads.get(thread);
    if (owner === undefined) {
      return this.#strays.add(thread, { text, abandon: () => refuse('no session has this thread') });
    }
    if (!owner.onRequest(text, message)) refuse('unknown to this client');
  }
}

function threadOf({ params }: Message): string | null {
  if (typeof params !== 'object' || params === null) return null;
  const { threadId, thread } = params as { threadId?: unknown; thread?: { id?: unknown } };
  const id = threadId ?? thread?.id;
  return typeof id === 'string' ? id : null;
}

/** The threads of sub-agents that a message tells of: they speak on the same line, and nobody announces them. */
function childrenIn({ params }: Message): string[] {
  const item = (params as { item?: { receiverThreadIds?: unknown; agentThreadId?: unknown } }).item;
  if (item === undefined) return [];
  const threads = Array.isArray(item.receiverThreadIds) ? item.receiverThreadIds : [item.agentThreadId];
  return threads.filter((thread) => typeof thread === 'string');
}

function describe({ failure, code, signal, stderr }: ProcessExit): string {
  const how = failure ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
  // Its log is coloured, also where nobody looks.
  const last = stripVTControlCharacters((stderr.tail ?? stderr.head).trim().split('\n').at(-1) ?? '');
  return last ? `${how}: ${last}` : how;
}
