import type { ServerStatusInfo } from '../../schema/index.js';
import type { AgentProcess, ProcessExit } from '../agent.js';
import { Claims } from '../kit/claims.js';
import type { FirstAlone } from '../kit/first-alone.js';
import { JsonRpcPeer, type RequestId, type RequestOptions, type RpcMessage } from '../kit/json-rpc.js';
import { longLine } from '../kit/long-line.js';
import { field, type ParseFailure } from '../kit/native.js';
import { type ServerDeps, ServerProcess } from '../kit/server-process.js';
import type { SharedServer } from '../kit/shared-servers.js';
import { optOut } from './dropped.js';
import { UnclaimedMessages } from './unclaimed-messages.js';

export interface CodexServerOptions extends ServerDeps {
  /** Told to Codex, and by it to the provider. */
  clientVersion?: string;
  /** How long an answer may take. A cold start with a fresh home takes half a second. */
  requestMs?: number;
  /** Shared by the servers of one home: Codex fails to start while another process initialises its databases. */
  startGate?: FirstAlone;
  /** How long lines of a thread wait until we learn whose it is: a sub-agent may begin before its call has ended. */
  unclaimedMs?: number;
}

/** A notification or request of a thread. */
export interface ThreadLine {
  text: string;
  /** Null for deltas: they are too many to be parsed just to be passed on. */
  message: RpcMessage | null;
  /** Why the line cannot be parsed, where that is known already. */
  failure?: ParseFailure;
}

export interface ThreadListener {
  /** Takes a line of one of its threads. It has to answer requests. */
  onLine(line: ThreadLine): void;
  /** Takes a line about the account, which is of no thread. */
  onAccountLine(line: ThreadLine): void;
  /** The process has exited, with all threads. */
  onExit(exit: ProcessExit): void;
}

/** The method and the thread stand at the beginning of every delta. */
const deltaStart = /^\{"method":"item\/[^"]+[dD]elta","params":\{"threadId":"([^"\\]+)"/;

const threadField = /"threadId":"([^"\\]+)"/;

/** `codex app-server`: one process for the threads of many sessions. */
export class CodexServer implements SharedServer {
  readonly #process: ServerProcess<JsonRpcPeer>;
  readonly #claims = new Claims<ThreadListener>();
  readonly #unclaimed: UnclaimedMessages<ThreadLine>;
  readonly #clientVersion: string;
  readonly #requestMs: number;
  /** Speaks to the process that runs now, from before the handshake on. */
  #peer: JsonRpcPeer | null = null;
  #version: string | null = null;

  constructor(options: CodexServerOptions) {
    const { program, spawn, startGate, clientVersion = '0.0.0' } = options;
    const { requestMs = 60_000, unclaimedMs = 60_000 } = options;
    this.#clientVersion = clientVersion;
    this.#requestMs = requestMs;
    this.#unclaimed = new UnclaimedMessages(unclaimedMs, ({ message }) => {
      if (message !== null) this.#refuse(message, 'no session has this thread');
    });
    this.#process = new ServerProcess({
      name: 'codex app-server',
      program,
      spawn: ({ command, args }, isCurrent) =>
        spawn({
          command,
          args: [...args, 'app-server'],
          onLine: (line, json) => isCurrent() && this.#onLine(line, json),
          onLongLine: (head, limit) => isCurrent() && this.#onLongLine(head, longLine(limit)),
        }),
      connect: (process) => this.#connect(process),
      ...(startGate && { startGate }),
      onExit: (exit, _, why) => this.#onExit(exit, why),
    });
  }

  get status(): ServerStatusInfo {
    return this.#process.status;
  }

  /** The version of the program that runs, or ran last. */
  get version(): string | null {
    return this.#version;
  }

  /** Asks the server, which is started if it does not run. */
  async request(method: string, params: unknown, options?: RequestOptions): Promise<unknown> {
    const peer = await this.#process.client();
    return peer.request(method, params, options);
  }

  /** Asks the server that runs now about something that only this process can know. */
  async requestRunning(method: string, params: unknown, options?: RequestOptions): Promise<unknown> {
    if (this.#peer === null) throw new Error('codex app-server does not run');
    return this.#peer.request(method, params, options);
  }

  /**
   * Ends everything that runs for a thread, and lets other programs have it. Only an archived thread is unloaded, with
   * its commands, MCP servers and sub-agents; and it can be resumed only after it was unarchived. Resolves with whether
   * it was unloaded.
   */
  async unload(threadId: string, ms: number): Promise<boolean> {
    const isUnloaded = await this.requestRunning('thread/archive', { threadId }, { ms }).then(
      () => true,
      () => false,
    );
    if (isUnloaded) await this.requestRunning('thread/unarchive', { threadId }, { ms }).catch(() => {});
    return isUnloaded;
  }

  /** Drops the lines of a thread that nobody has claimed: who claims it next must not see how it was closed. */
  abandon(threadId: string): void {
    this.#unclaimed.abandon(threadId);
  }

  /** Answers a request of the server; ignored where the server has exited. */
  async answer(id: RequestId, result: unknown): Promise<void> {
    await this.#peer?.answer(id, result);
  }

  /** Refuses a request that the client does not know. */
  refuse(message: RpcMessage): void {
    this.#refuse(message, 'unknown to this client');
  }

  /** Notifies the listener when the server exits. */
  join(listener: ThreadListener): void {
    this.#claims.join(listener);
  }

  /** Routes the thread's lines to the listener. */
  claim(thread: string, listener: ThreadListener): void {
    this.#claims.claim(thread, listener);
    for (const line of this.#unclaimed.take(thread)) this.#route(thread, line);
  }

  /** The threads of a listener: its own, and those of its sub-agents. */
  threadsOf(listener: ThreadListener): string[] {
    return this.#claims.claimsOf(listener);
  }

  leave(listener: ThreadListener): void {
    this.#claims.leave(listener);
  }

  /** Stops the server for good. */
  stop(): Promise<void> {
    return this.#process.stop();
  }

  async #connect(process: AgentProcess): Promise<JsonRpcPeer> {
    const peer = new JsonRpcPeer({ write: (line) => process.write(line), ms: this.#requestMs });
    this.#peer = peer;
    const answer = await peer.request('initialize', {
      clientInfo: { name: 'greenroom', title: 'Greenroom', version: this.#clientVersion },
      capabilities: { experimentalApi: true, requestAttestation: false, optOutNotificationMethods: optOut },
    });
    this.#version = versionIn(field(answer, 'userAgent'));
    peer.notify('initialized');
    return peer;
  }

  #onExit(exit: ProcessExit, why: Error): void {
    const peer = this.#peer;
    this.#peer = null;
    this.#unclaimed.clear();
    // Listeners are notified before their requests are rejected, so that a failed start has its reason.
    for (const listener of this.#claims.clear()) listener.onExit(exit);
    peer?.close(why);
  }

  #onLine(text: string, json: unknown): void {
    const thread = deltaStart.exec(text)?.[1];
    if (thread !== undefined) return this.#route(thread, { text, message: null });
    const message = messageIn(text, json);
    if (message === null) return;
    if (message.method === undefined) return this.#peer?.onAnswer(message, text);
    const owned = threadOf(message);
    if (owned !== null) return this.#route(owned, { text, message });
    if (message.method === 'account/rateLimits/updated') {
      for (const listener of this.#claims.listeners) listener.onAccountLine({ text, message });
      return;
    }
    // Notifications without a thread are about the process and its account.
    this.#refuse(message, 'of no thread, and unknown to this client');
  }

  /** Where the beginning names no thread, it may have been anyone's. */
  #onLongLine(text: string, failure: ParseFailure): void {
    const line = { text, message: null, failure };
    const thread = threadField.exec(text)?.[1];
    if (thread !== undefined) return this.#route(thread, line);
    for (const listener of this.#claims.listeners) listener.onLine(line);
  }

  #route(thread: string, line: ThreadLine): void {
    const owner = this.#claims.ownerOf(thread);
    if (owner === undefined) return this.#unclaimed.add(thread, line);
    owner.onLine(line);
    for (const child of childrenIn(line.message)) {
      if (this.#claims.ownerOf(child) === undefined) this.claim(child, owner);
    }
  }

  /** Every request is answered, if only by an error. */
  #refuse({ id, method }: RpcMessage, why: string): void {
    if (id !== undefined) void this.#peer?.refuse(id, `${String(method)}: ${why}`);
  }
}

/** Null for lines that something in the process printed between those of the protocol. */
function messageIn(text: string, json: unknown): RpcMessage | null {
  try {
    const value: unknown = json === undefined ? JSON.parse(text) : json;
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function threadOf({ params }: RpcMessage): string | null {
  const id = field(params, 'threadId') ?? field(field(params, 'thread'), 'id');
  return typeof id === 'string' ? id : null;
}

/** The user agent names the program by our own name: `greenroom/0.166.0 (Debian 12; x86_64) …`. */
function versionIn(userAgent: unknown): string | null {
  return /^[^/]*\/(\S+)/.exec(String(userAgent ?? ''))?.[1] ?? null;
}

/** The threads of sub-agents that a message names: they use the same process, and nothing else announces them. */
function childrenIn(message: RpcMessage | null): string[] {
  const item = field(message?.params, 'item');
  const receivers = field(item, 'receiverThreadIds');
  const threads = Array.isArray(receivers) ? receivers : [field(item, 'agentThreadId')];
  return threads.filter((thread) => typeof thread === 'string');
}
