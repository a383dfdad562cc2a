import type { PermissionReply, Problem, SessionInfo, SessionQueue } from '../schema/index.js';
import { Connection, type ConnectionState } from './connection.js';
import { GreenroomError } from './error.js';
import { type Fetch, HttpCalls } from './http-calls.js';
import type { MethodName, Notification, Params, Result, SessionParams } from './methods.js';
import { builtInSocket, type SocketConstructor } from './socket.js';
import { type SessionListener, type SubscribeOptions, Subscription } from './subscription.js';
import { realTimers, type Timers } from './timers.js';
import { type SessionsListener, Watch } from './watch.js';

export interface ClientOptions {
  /** Where the daemon listens, such as `http://127.0.0.1:2468`. */
  url: string;
  /** null if it requires none. */
  token?: string | null;
  /** Needed if the runtime has none of its own, as in Node 20: pass that of `ws`. */
  WebSocket?: SocketConstructor;
  fetch?: Fetch;
  timers?: Timers;
  random?: () => number;
}

/**
 * A client of one daemon, for browsers and Node. It reconnects automatically when the connection is lost, and resumes
 * every subscription after its last event.
 */
export class GreenroomClient {
  readonly http: HttpCalls;
  readonly #connection: Connection;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #watch: Watch;
  readonly #stateListeners = new Set<(state: ConnectionState) => void>();

  constructor(options: ClientOptions) {
    const { token = null, timers = realTimers, random = Math.random } = options;
    const url = withoutTrailingSlashes(options.url);
    this.http = new HttpCalls(url, token, options.fetch ?? ((...args) => fetch(...args)));
    this.#connection = new Connection({
      url: `${url.replace(/^http/, 'ws')}/v1/ws`,
      token,
      WebSocket: options.WebSocket ?? builtInSocket(),
      timers,
      random,
      askWhy: () => this.#askWhy(),
      onState: (state) => this.#stateChanged(state),
      onNotification: (notification) => this.#take(notification),
    });
    this.#watch = new Watch(this.#connection);
    this.#connection.open();
  }

  get state(): ConnectionState {
    return this.#connection.state;
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Reconnects now instead of after the delay, for instance when the network is back. */
  retry(): void {
    if (this.state.status === 'offline') this.#connection.open();
  }

  close(): void {
    for (const subscription of [...this.#subscriptions.values()]) subscription.close();
    this.#connection.close();
  }

  /** Subscribes to a session. There can be one subscription per session, since the daemon keeps one cursor for it. */
  subscribe(sessionId: string, listener: SessionListener, options: SubscribeOptions = {}): Subscription {
    if (this.#subscriptions.has(sessionId))
      throw new Error(`session ${sessionId} already has a subscription`);
    const subscription = new Subscription(sessionId, listener, options, this.#connection, () =>
      this.#subscriptions.delete(sessionId),
    );
    this.#subscriptions.set(sessionId, subscription);
    if (this.state.status === 'online') subscription.begin();
    return subscription;
  }

  /** Follows the list of all sessions. */
  watchSessions(listener: SessionsListener): () => void {
    return this.#watch.add(listener);
  }

  /** Calls any method over the WebSocket; the methods below are shorthands. */
  call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
    return this.#connection.call(method, params);
  }

  createSession(request: Params<'session/create'>): Promise<Result<'session/create'>> {
    return this.#connection.call('session/create', request);
  }

  /** A page of sessions, newest activity first; `nextCursor` leads to the next one. */
  sessionPage(query: NonNullable<Params<'session/list'>> = {}): Promise<Result<'session/list'>> {
    return this.#connection.call('session/list', query);
  }

  /** All sessions that match, newest activity first, fetched page by page. */
  async listSessions(
    filter: Omit<NonNullable<Params<'session/list'>>, 'cursor' | 'limit'> = {},
  ): Promise<SessionInfo[]> {
    const all: SessionInfo[] = [];
    for (let page = await this.sessionPage(filter); ; ) {
      all.push(...page.sessions);
      // Daemons before 0.4 send everything at once, and no cursor.
      if (!page.nextCursor) return all;
      page = await this.sessionPage({ ...filter, cursor: page.nextCursor });
    }
  }

  send(sessionId: string, message: SessionParams<'session/send'>): Promise<Result<'session/send'>> {
    return this.#connection.call('session/send', { sessionId, ...message });
  }

  /** The messages that wait for the running turn to end. `queue` of a subscription follows them. */
  queue(sessionId: string): Promise<SessionQueue> {
    return this.#connection.call('queue/list', { sessionId });
  }

  /**
   * Edits a queued message, moves it or sends it now. Rejects with `revision_mismatch` if it is at another revision, and
   * with `message_delivered` if it has left the queue.
   */
  updateQueued(
    sessionId: string,
    messageId: string,
    changes: Omit<SessionParams<'queue/update'>, 'messageId'>,
  ): Promise<SessionQueue> {
    return this.#connection.call('queue/update', { sessionId, messageId, ...changes });
  }

  /** Takes a queued message back. */
  removeQueued(sessionId: string, messageId: string): Promise<SessionQueue> {
    return this.#connection.call('queue/remove', { sessionId, messageId });
  }

  /** Changes its model, variant, modes or title, effective from the next turn at the latest. */
  configureSession(
    sessionId: string,
    changes: SessionParams<'session/configure'>,
  ): Promise<Result<'session/configure'>> {
    return this.#connection.call('session/configure', { sessionId, ...changes });
  }

  /** Interrupts the running turn, or all sub-agents if none is running, or one sub-agent. */
  async interrupt(sessionId: string, threadId?: string): Promise<void> {
    await this.#connection.call('session/interrupt', { sessionId, ...(threadId ? { threadId } : {}) });
  }

  async terminate(sessionId: string): Promise<void> {
    await this.#connection.call('session/terminate', { sessionId });
  }

  async replyPermission(
    sessionId: string,
    permissionId: string,
    reply: PermissionReply,
    message?: string,
  ): Promise<void> {
    const why = message === undefined ? {} : { message };
    await this.#connection.call('permission/reply', { sessionId, permissionId, reply, ...why });
  }

  async answerQuestion(sessionId: string, questionId: string, answers: string[][]): Promise<void> {
    await this.#connection.call('question/reply', { sessionId, questionId, answers });
  }

  async rejectQuestion(sessionId: string, questionId: string): Promise<void> {
    await this.#connection.call('question/reject', { sessionId, questionId });
  }

  async #askWhy(): Promise<Problem | null> {
    try {
      await this.http.ready();
      return null;
    } catch (error) {
      const isShut =
        error instanceof GreenroomError && (error.kind === 'token_invalid' || error.kind === 'forbidden');
      return isShut ? error.problem : null;
    }
  }

  #stateChanged(state: ConnectionState): void {
    if (state.status === 'online') {
      this.#watch.begin();
      for (const subscription of this.#subscriptions.values()) subscription.begin();
    }
    for (const listener of this.#stateListeners) listener(state);
  }

  #take(notification: Notification): void {
    const { method, params } = notification;
    switch (method) {
      case 'event':
        return this.#subscriptions.get(params.session_id)?.take(params);
      case 'session/state':
        return this.#subscriptions.get(params.sessionId)?.takeState(params.value, params.sequence);
      case 'session/queue':
        return this.#subscriptions.get(params.sessionId)?.takeQueue(params);
      case 'session/agent':
        return this.#subscriptions.get(params.sessionId)?.takeAgent(params.agent);
      case 'session/refused':
        return this.#subscriptions.get(params.sessionId)?.takeRefusal(params);
      case 'session/caughtUp':
        return this.#subscriptions.get(params.sessionId)?.takeCaughtUp(params.sequence);
      default:
        return this.#watch.take(notification);
    }
  }
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}
