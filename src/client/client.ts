import type { Problem } from '../schema/index.js';
import { type Abortable, abortable } from './abort.js';
import { Addresses } from './addresses.js';
import { Agents } from './agents.js';
import { Connection, type ConnectionState } from './connection.js';
import { GreenroomError } from './error.js';
import { Feeds } from './feeds.js';
import { type Fetch, HttpCalls } from './http-calls.js';
import { Machines } from './machines.js';
import type { MethodName, Notification, Params, Result } from './methods.js';
import { Session, type SessionDeps } from './session.js';
import { Sessions } from './sessions.js';
import { runtimeSocket, type SocketConstructor } from './socket.js';
import { delay, realTimers, type Timers } from './timers.js';
import { Watch } from './watch.js';

export interface ClientOptions {
  /** Where the daemon listens; `http://127.0.0.1:2468` by default. */
  url?: string;
  /** Several addresses, instead of `url`. The next one is tried when one does not answer. */
  urls?: readonly string[];
  /** null, the default, if it requires none. */
  token?: string | null;
  /**
   * How long the daemon may be silent before it is asked for a sign of life, and how long it has to answer; 5 seconds by
   * default. 0 never asks.
   */
  heartbeatMs?: number;
  /** Instead of the runtime's own, or that of `ws` where there is none. */
  WebSocket?: SocketConstructor;
  fetch?: Fetch;
  timers?: Timers;
  random?: () => number;
}

const DEFAULT_URL = 'http://127.0.0.1:2468';
const HEARTBEAT_MS = 5_000;

/**
 * A client of one daemon, for browsers and Node. It connects at once, reconnects automatically when the connection is
 * lost, and resumes everything that reads after its last event.
 */
export class GreenroomClient {
  /** Create, list and watch sessions. */
  readonly sessions: Sessions;
  /** The agents with their modes and models. */
  readonly agents: Agents;
  readonly machines: Machines;
  /** Any route of the HTTP API. */
  readonly http: HttpCalls;
  readonly #connection: Connection;
  readonly #feeds: Feeds;
  readonly #watch: Watch;
  readonly #timers: Timers;
  readonly #sessionDeps: SessionDeps;
  readonly #stateListeners = new Set<(state: ConnectionState) => void>();

  constructor(options: ClientOptions = {}) {
    const { token = null, timers = realTimers, random = Math.random, url = DEFAULT_URL } = options;
    const addresses = new Addresses(options.urls ?? [url]);
    const http = new HttpCalls(addresses, token, options.fetch ?? ((...args) => fetch(...args)));
    const connection = new Connection({
      addresses,
      token,
      WebSocket: options.WebSocket ?? runtimeSocket(),
      timers,
      random,
      heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
      askWhy: () => this.#askWhy(),
      onSilence: (reason) => http.abandon(reason),
      onState: (state) => this.#stateChanged(state),
      onNotification: (notification) => this.#take(notification),
    });
    const waitUntilOnline = (signal?: AbortSignal) => this.online({ signal });
    const feeds = new Feeds({ connection, http, timers, waitUntilOnline });
    const waitFor = (ms: number, signal?: AbortSignal) => delay(timers, ms, signal);
    this.#sessionDeps = { connection, http, feeds, waitUntilOnline, delay: waitFor, random };
    this.#connection = connection;
    this.#feeds = feeds;
    this.#timers = timers;
    this.#watch = new Watch(connection);
    this.http = http;
    this.agents = new Agents(http);
    this.machines = new Machines(http);
    this.sessions = new Sessions({ connection, watch: this.#watch, session: (id) => this.session(id) });
    connection.open();
  }

  /** A handle of a session, whether it exists or not. */
  session(id: string): Session {
    return new Session(id, this.#sessionDeps);
  }

  get state(): ConnectionState {
    return this.#connection.state;
  }

  /** Calls back with each change of the connection; returns a function that stops it. */
  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Resolves when there is a connection. Rejects if there will be none: the token is refused, or the client closed. */
  online({ signal }: Abortable = {}): Promise<void> {
    let stop = () => {};
    const online = new Promise<void>((resolve, reject) => {
      const check = (state: ConnectionState) => {
        if (state.status === 'online') resolve();
        if (state.status === 'refused') reject(new GreenroomError(state.problem));
        if (state.status === 'closed') reject(GreenroomError.disconnected('the client was closed'));
      };
      stop = this.onState(check);
      check(this.state);
    });
    return abortable(online, signal).finally(stop);
  }

  /** Reconnects now instead of after the delay, for instance when the network is back. */
  retry(): void {
    if (this.state.status === 'offline') this.#connection.open();
  }

  close(): void {
    this.#connection.close();
    this.#feeds.end(null);
  }

  /** Calls any method over the WebSocket, typed. */
  call<M extends MethodName>(method: M, params: Params<M>, options?: Abortable): Promise<Result<M>> {
    return this.#connection.call(method, params, options);
  }

  async #askWhy(): Promise<Problem | null> {
    const patience = new AbortController();
    const timer = this.#timers.setTimeout(() => patience.abort(), HEARTBEAT_MS);
    try {
      await this.http.json('GET /v1/ready', {}, { signal: patience.signal });
      return null;
    } catch (error) {
      return GreenroomError.is(error, 'token_invalid', 'forbidden') ? error.problem : null;
    } finally {
      this.#timers.clearTimeout(timer);
    }
  }

  #stateChanged(state: ConnectionState): void {
    if (state.status === 'online') {
      this.#watch.begin();
      this.#feeds.begin();
    }
    if (state.status === 'refused') this.#feeds.end(new GreenroomError(state.problem));
    for (const listener of this.#stateListeners) listener(state);
  }

  #take(notification: Notification): void {
    this.#feeds.take(notification);
    this.#watch.take(notification);
  }
}
