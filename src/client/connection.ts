import type { Problem } from '../schema/index.js';
import { type Abortable, abortable } from './abort.js';
import type { Addresses } from './addresses.js';
import { backoff } from './backoff.js';
import { GreenroomError } from './error.js';
import { Heartbeat } from './heartbeat.js';
import type { MethodName, Notification, Params, Result } from './methods.js';
import { abandon, OPEN, protocolsOf, type Socket, type SocketConstructor } from './socket.js';
import type { Timers } from './timers.js';

export type ConnectionState =
  | { status: 'connecting' }
  | { status: 'online' }
  /** `retryInMs`: the delay before the automatic reconnect. */
  | { status: 'offline'; reason: string; retryInMs: number }
  /** The token is wrong, missing or revoked: a retry would not help. */
  | { status: 'refused'; problem: Problem }
  | { status: 'closed' };

export interface ConnectionOptions {
  addresses: Addresses;
  token: string | null;
  WebSocket: SocketConstructor | Promise<SocketConstructor>;
  timers: Timers;
  random: () => number;
  heartbeatMs: number;
  /** Asks over HTTP why the upgrade was refused, which a browser's WebSocket does not reveal; null if it was not. */
  askWhy(): Promise<Problem | null>;
  /** The daemon does not answer, so other requests to it are pointless, too. */
  onSilence(reason: string): void;
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
/** How long a connection may take to open without a heartbeat. */
const CONNECT_MS = 10_000;

/** JSON-RPC over a WebSocket that reconnects automatically. */
export class Connection {
  readonly #options: ConnectionOptions;
  #state: ConnectionState = { status: 'connecting' };
  #socket: Socket | null = null;
  #heartbeat: Heartbeat | null = null;
  #attempt = 0;
  /** The delay before the next attempt, or the deadline of the current one. */
  #timer: unknown = null;
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
    this.#options.timers.clearTimeout(this.#timer);
    this.#enter({ status: 'connecting' });
    const { WebSocket } = this.#options;
    if (!(WebSocket instanceof Promise)) return this.#connect(WebSocket);
    WebSocket.then(
      (loaded) => this.#state.status === 'connecting' && !this.#socket && this.#connect(loaded),
      (error) => this.#refuse(GreenroomError.protocol(`this runtime has no WebSocket: ${error}`).problem),
    );
  }

  close(): void {
    this.#options.timers.clearTimeout(this.#timer);
    const socket = this.#leave();
    this.#enter({ status: 'closed' });
    this.#giveUp('the client was closed');
    socket?.close(NORMAL);
  }

  /** Calls wait for a connection that is being opened, and fail if there is none. */
  call<M extends MethodName>(method: M, params: Params<M>, { signal }: Abortable = {}): Promise<Result<M>> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const answer = new Promise<Result<M>>((resolve, reject) =>
      this.request(method, params, { resolve, reject }),
    );
    return abortable(answer, signal);
  }

  /**
   * The same with a callback, for callers that need the result before the next message is handled: a promise would be
   * too late.
   */
  request<M extends MethodName>(method: M, params: Params<M>, waiting: Waiting<Result<M>>): void {
    const state = this.#state;
    if (state.status === 'refused') return waiting.reject(new GreenroomError(state.problem));
    if (state.status === 'closed')
      return waiting.reject(GreenroomError.disconnected('the client was closed'));
    if (state.status === 'offline') return waiting.reject(GreenroomError.disconnected(state.reason));
    const id = this.#nextId++;
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    this.#calls.set(id, waiting as Waiting<unknown>);
    if (this.#socket?.readyState === OPEN) this.#socket.send(text);
    else this.#unsent.push(text);
  }

  #connect(WebSocket: SocketConstructor): void {
    const { addresses, token, timers, heartbeatMs } = this.#options;
    let socket: Socket;
    try {
      socket = new WebSocket(addresses.webSocket, protocolsOf(token));
    } catch (error) {
      // Our own tokens are always valid in a header.
      return this.#refuse(GreenroomError.protocol(`the token cannot be sent: ${String(error)}`).problem);
    }
    this.#socket = socket;
    let wasOpen = false;
    let failure = '';
    const lost = (reason: string) => {
      if (this.#socket === socket) void this.#lost(wasOpen, reason);
    };
    const silent = () => {
      const reason = `${addresses.http} does not answer`;
      this.#options.onSilence(reason);
      lost(reason);
    };
    this.#timer = timers.setTimeout(silent, heartbeatMs > 0 ? 2 * heartbeatMs : CONNECT_MS);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      wasOpen = true;
      this.#opened(silent);
    };
    socket.onmessage = ({ data }: { data: unknown }) => {
      if (this.#socket === socket) this.#take(String(data));
    };
    // A close event follows. Browsers tell nothing here, Node and `ws` what went wrong.
    socket.onerror = ({ message }: { message?: string }) => {
      failure = message ?? '';
    };
    socket.onclose = ({ code, reason }: { code: number; reason: string }) =>
      lost(reason || failure || (wasOpen ? `closed with ${code}` : `${addresses.http} cannot be reached`));
  }

  #opened(onDead: () => void): void {
    const { addresses, timers, heartbeatMs } = this.#options;
    timers.clearTimeout(this.#timer);
    addresses.succeeded();
    this.#attempt = 0;
    const unsent = this.#unsent;
    this.#unsent = [];
    if (heartbeatMs > 0) {
      // An error is as good an answer as any: daemons before 0.4 have no such method.
      const ping = () => this.call('daemon/health', {}).catch(() => {});
      this.#heartbeat = new Heartbeat({ timers, intervalMs: heartbeatMs, ping, onDead });
    }
    this.#enter({ status: 'online' });
    for (const text of unsent) this.#socket?.send(text);
  }

  #take(text: string): void {
    this.#heartbeat?.heard();
    const message = JSON.parse(text) as Answer | Notification;
    if ('method' in message) return this.#options.onNotification(message);
    const waiting = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(errorOf(message.error));
    else waiting.resolve(message.result);
  }

  async #lost(wasOpen: boolean, reason: string): Promise<void> {
    const { addresses, timers, random, askWhy } = this.#options;
    timers.clearTimeout(this.#timer);
    this.#heartbeat?.stop();
    const socket = this.#socket!;
    const hasAnother = addresses.failed();
    if (wasOpen || !hasAnother) this.#giveUp(wasOpen ? `the connection was lost: ${reason}` : reason);
    const problem = wasOpen || hasAnother ? null : await askWhy().catch(() => null);
    if (this.#socket !== socket) return;
    abandon(this.#leave()!);
    if (problem) return this.#refuse(problem);
    if (hasAnother) return this.open();
    // Calls made during the check.
    this.#giveUp(reason);
    const retryInMs = backoff(this.#attempt++, random);
    this.#timer = timers.setTimeout(() => this.open(), retryInMs);
    this.#enter({ status: 'offline', reason, retryInMs });
  }

  /** Lets go of the socket; what it still does is ignored. */
  #leave(): Socket | null {
    this.#heartbeat?.stop();
    this.#heartbeat = null;
    const socket = this.#socket;
    this.#socket = null;
    return socket;
  }

  #refuse(problem: Problem): void {
    this.#enter({ status: 'refused', problem });
    this.#rejectAll(new GreenroomError(problem));
  }

  #giveUp(why: string): void {
    this.#rejectAll(GreenroomError.disconnected(why));
  }

  #rejectAll(error: GreenroomError): void {
    this.#unsent = [];
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of calls) reject(error);
  }

  #enter(state: ConnectionState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

function errorOf({ code, message, data }: NonNullable<Answer['error']>): GreenroomError {
  return code === REFUSED ? new GreenroomError(data as Problem) : GreenroomError.protocol(message, { code });
}
