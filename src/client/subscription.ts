import type { Refusal, SessionInfo, SessionQueue, StateValue, UniversalEvent } from '../schema/index.js';
import type { Connection } from './connection.js';
import type { GreenroomError } from './error.js';
import type { Result } from './methods.js';

/** Callbacks for a session. Events arrive in order and exactly once, even across reconnects. */
export interface SessionListener {
  event(event: UniversalEvent): void;
  /** The machine's value, with `includeState`: after each change, and after each connect. */
  state?(value: StateValue, sequence: number): void;
  /** The queue, with `includeState`: after each change, and after each connect. */
  queue?(queue: SessionQueue): void;
  /** The value of the machine `agent-process`, with `includeState`; null if unknown. Called whenever `state` is. */
  agent?(value: StateValue | null): void;
  /** A refused command or dropped draft, with `includeState`. A repeated one has the same number and a higher count. */
  refused?(refusal: Refusal): void;
  /** After each connect. */
  session?(session: SessionInfo): void;
  /** The replay has caught up with live events. */
  caughtUp?(sequence: number): void;
  /** The session cannot be read, for instance because it was deleted. Nothing follows. */
  failed?(error: GreenroomError): void;
}

export interface SubscribeOptions {
  /** The last event that the reader has; 0, the default, requests all. */
  after?: number;
  includeRaw?: boolean;
  includeState?: boolean;
}

/** A cursor in a session's stream that outlives connections. */
export class Subscription {
  readonly sessionId: string;
  readonly #listener: SessionListener;
  readonly #options: SubscribeOptions;
  readonly #connection: Connection;
  readonly #onClose: () => void;
  #last: number;
  /** Until the daemon has confirmed the subscription, events belong to an earlier one and are ignored. */
  #isLive = false;
  #isOver = false;

  constructor(
    sessionId: string,
    listener: SessionListener,
    options: SubscribeOptions,
    connection: Connection,
    onClose: () => void,
  ) {
    this.sessionId = sessionId;
    this.#listener = listener;
    this.#options = options;
    this.#connection = connection;
    this.#onClose = onClose;
    this.#last = options.after ?? 0;
  }

  /** The sequence of the last event passed to the listener. */
  get lastSequence(): number {
    return this.#last;
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onClose();
    if (this.#connection.state.status !== 'online') return;
    // If the connection is lost meanwhile, so is the subscription.
    this.#connection.call('session/unsubscribe', { sessionId: this.sessionId }).catch(() => {});
  }

  /** Subscribes after the last event, over a new connection or after a gap. */
  begin(): void {
    this.#isLive = false;
    const { includeRaw = false, includeState = false } = this.#options;
    const params = { sessionId: this.sessionId, offset: this.#last, includeRaw, includeState };
    // Events may follow the result at once.
    this.#connection.request('session/subscribe', params, {
      resolve: (result) => this.#begun(result),
      reject: (error) => this.#refused(error),
    });
  }

  take(event: UniversalEvent): void {
    if (!this.#isLive || this.#isOver || event.sequence <= this.#last) return;
    if (event.sequence !== this.#last + 1) return this.begin();
    this.#last = event.sequence;
    this.#listener.event(event);
  }

  takeState(value: StateValue, sequence: number): void {
    if (this.#isLive && !this.#isOver) this.#listener.state?.(value, sequence);
  }

  takeQueue({ revision, entries }: SessionQueue): void {
    if (this.#isLive && !this.#isOver) this.#listener.queue?.({ revision, entries });
  }

  takeAgent(value: StateValue): void {
    if (this.#isLive && !this.#isOver) this.#listener.agent?.(value);
  }

  takeRefusal(refusal: Refusal): void {
    if (this.#isLive && !this.#isOver) this.#listener.refused?.(refusal);
  }

  takeCaughtUp(sequence: number): void {
    if (this.#isLive && !this.#isOver) this.#listener.caughtUp?.(sequence);
  }

  #begun({ session, state, queue }: Result<'session/subscribe'>): void {
    if (this.#isOver) return;
    this.#isLive = true;
    this.#listener.session?.(session);
    if (!this.#options.includeState) return;
    this.#listener.state?.(state.value, state.sequence);
    this.#listener.agent?.(state.agent);
    if (queue) this.#listener.queue?.(queue);
  }

  #refused(error: GreenroomError): void {
    // A lost connection is retried, and one to a stopping daemon is lost soon; both subscribe again.
    if (this.#isOver || error.kind === 'disconnected' || error.kind === 'overloaded') return;
    this.#isOver = true;
    this.#onClose();
    this.#listener.failed?.(error);
  }
}
