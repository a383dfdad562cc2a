import type { Problem } from '../schema/index.js';
import { backoff } from './backoff.js';
import { GreenroomError } from './error.js';
import type { MethodName, Notification, Params, Result } from './methods.js';
import { OPEN, protocolsOf, type Socket, type SocketConstructor } from './socket.js';
import type { Timers } from './timers.js';

export type ConnectionState =
  | { status: 'connecting' }
  | { status: 'online' }
  /** `retryInMs`: the delay before the automatic reconnect. */
  | { status: 'offline'; reason: string; retryInMs: number }
  /** The token is wrong or missing: a retry would not help. */
  | { status: 'refused'; problem: Problem }
  | { status: 'closed' };

export interface ConnectionOptions {
  url: string;
  token: string | null;
  WebSocket: SocketConstructor;
  timers: Timers;
  random: () => number;
  /** Asks over HTTP why the upgrade was refused, which a browser's WebSocket does not reveal; null if it was not. */
  askWhy(): Promise<Problem | null>;
  onState(state: ConnectionState): void;
  onNotification(notification: Notification): void;
}

interface Waiting<T> {
  resolve(result: T): void;
  reject(error: GreenroomError): void;
}
interface Answer {
  id: number;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

const REFUSED = -32000;
const NORMAL = 1000;

/** JSON-RPC over a WebSocket that reconnects automatically. */
export class Connection {
  readonly #options: ConnectionOptions;
  #state: ConnectionState = { status: 'connecting' };
  #socket: Socket | null = null;
  #attempt = 0;
  #retry: unknown = null;
  #nextId = 1;
  readonly #calls = new Map<number, Waiting<unknown>>();
  /** Calls made before the connection is open. */
  #unsent: string[] = [];

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Connects at once, without waiting for a scheduled retry. */
  open(): void {
    if (this.#socket) return;
    this.#options.timers.clearTimeout(this.#retry);
    this.#enter({ status: 'connecting' });
    const { WebSocket, url, token } = this.#options;
    let socket: Socket;
    try {
      socket = new WebSocket(url, protocolsOf(token));
    } catch (error) {
      // Our own tokens are always valid in a header.
      return this.#refuse(GreenroomError.protocol(`the token cannot be sent: ${String(error)}`).problem);
    }
    this.#socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#opened();
    };
    socket.onmessage = ({ data }: { data: unknown }) => this.#take(String(data));
    // A close event follows with the details.
    socket.onerror = () => {};
    socket.onclose = ({ code, reason }: { code: number; reason: string }) => {
      if (this.#socket === socket) void this.#lost(wasOpen, reason || `closed with ${code}`);
    };
  }

  close(): void {
    this.#options.timers.clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    this.#enter({ status: 'closed' });
    this.#giveUp('the client was closed');
    socket?.close(NORMAL);
  }

  /** Calls wait for a connection that is being opened, and fail if there is none. */
  call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
    return new Promise((resolve, reject) => this.request(method, params, { resolve, reject }));
  }

  /**
   * The same with a callback, for callers that need the result before the next message is handled: a promise would be
   * too late.
   */
  request<M extends MethodName>(method: M, params: Params<M>, waiting: Waiting<Result<M>>): void {
    const { status } = this.#state;
    if (status !== 'online' && status !== 'connecting') {
      return waiting.reject(GreenroomError.disconnected(`not connected (${status})`));
    }
    const id = this.#nextId++;
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    this.#calls.set(id, waiting as Waiting<unknown>);
    if (this.#socket?.readyState === OPEN) this.#socket.send(text);
    else this.#unsent.push(text);
  }

  #opened(): void {
    this.#attempt = 0;
    const unsent = this.#unsent;
    this.#unsent = [];
    this.#enter({ status: 'online' });
    for (const text of unsent) this.#socket?.send(text);
  }

  #take(text: string): void {
    const message = JSON.parse(text) as Answer | Notification;
    if ('method' in message) return this.#options.onNotification(message);
    const waiting = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(errorOf(message.error));
    else waiting.resolve(message.result);
  }

  async #lost(wasOpen: boolean, reason: string): Promise<void> {
    this.#giveUp(`the connection was lost: ${reason}`);
    const problem = wasOpen ? null : await this.#options.askWhy().catch(() => null);
    if (this.#state.status === 'closed') return;
    this.#socket = null;
    if (problem) return this.#refuse(problem);
    // Calls made during the check.
    this.#giveUp(`the connection was lost: ${reason}`);
    const { timers, random } = this.#options;
    const retryInMs = backoff(this.#attempt++, random);
    this.#retry = timers.setTimeout(() => this.open(), retryInMs);
    this.#enter({ status: 'offline', reason, retryInMs });
  }

  #refuse(problem: Problem): void {
    this.#enter({ status: 'refused', problem });
    this.#giveUp(problem.detail);
  }

  #giveUp(why: string): void {
    this.#unsent = [];
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of calls) reject(GreenroomError.disconnected(why));
  }

  #enter(state: ConnectionState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

function errorOf({ code, message, data }: NonNullable<Answer['error']>): GreenroomError {
  return code === REFUSED ? new GreenroomError(data as Problem) : GreenroomError.protocol(message, { code });
}
