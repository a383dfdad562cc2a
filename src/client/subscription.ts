import type { Refusal, SessionInfo, StateValue, UniversalEvent } from '../schema/index.js';
import type { Connection } from './connection.js';
import type { GreenroomError } from './error.js';
import type { SubscribeResult } from './methods.js';

/** What a reader of a session is told. Events come in order, each once, whatever happens to the connection. */
export interface SessionListener {
  event(event: UniversalEvent): void;
  /** The machine's value, with `includeState`: after each change, and whenever a connection was made. */
  state?(value: StateValue, sequence: number): void;
  /** The state of the agent's process, with `includeState`; null where it is not known. Told when `state` is. */
  agent?(state: string | null): void;
  /** With `includeState`: what the session did not take. The same number again counts up. */
  refused?(refusal: Refusal): void;
  /** Whenever a connection was made. */
  session?(session: SessionInfo): void;
  /** The replay has met the present. */
  caughtUp?(sequence: number): void;
  /** The session cannot be read, for instance as it is not there any more. Nothing follows. */
  failed?(error: GreenroomError): void;
}

export interface SubscribeOptions {
  /** The last event that the reader has; 0, the default, for all. */
  after?: number;
  includeRaw?: boolean;
  includeState?: boolean;
}

/** A cursor in a session's stream that outlives connections. */
export class Subscription {
  #last: number;
  /** Nothing counts until the daemon has said where it begins: before that, events are of an earlier subscription. */
  #isLive = false;
  #isOver = false;

  constructor(
    readonly sessionId: string,
    private readonly listener: SessionListener,
    private readonly options: SubscribeOptions,
    private readonly connection: Connection,
    private readonly onClose: () => void,
  ) {
    this.#last = options.after ?? 0;
  }

  /** The last event that the listener was told. */
  get lastSequence(): number {
    return this.#last;
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onClose();
    if (this.connection.state.status !== 'online') return;
    // Where it is lost meanwhile, the subscription is too.
    this.connection.call('session/unsubscribe', { sessionId: this.sessionId }).catch(() => {});
  }

  /** Asks for what comes after the last event, over a new connection or after a gap. */
  begin(): void {
    this.#isLive = false;
    const { includeRaw = false, includeState = false } = this.options;
    const params = { sessionId: this.sessionId, offset: this.#last, includeRaw, includeState };
    // Events may follow in the same breath.
    this.connection.request('session/subscribe', params, {
      resolve: (result) => this.#begun(result),
      reject: (error) => this.#refused(error),
    });
  }

  take(event: UniversalEvent): void {
    if (!this.#isLive || this.#isOver || event.sequence <= this.#last) return;
    if (event.sequence !== this.#last + 1) return this.begin();
    this.#last = event.sequence;
    this.listener.event(event);
  }

  takeState(value: StateValue, sequence: number): void {
    if (this.#isLive && !this.#isOver) this.listener.state?.(value, sequence);
  }

  takeAgent(state: string): void {
    if (this.#isLive && !this.#isOver) this.listener.agent?.(state);
  }

  takeRefusal(refusal: Refusal): void {
    if (this.#isLive && !this.#isOver) this.listener.refused?.(refusal);
  }

  takeCaughtUp(sequence: number): void {
    if (this.#isLive && !this.#isOver) this.listener.caughtUp?.(sequence);
  }

  #begun({ session, state }: SubscribeResult): void {
    if (this.#isOver) return;
    this.#isLive = true;
    this.listener.session?.(session);
    if (!this.options.includeState) return;
    this.listener.state?.(state.value, state.sequence);
    this.listener.agent?.(state.agent);
  }

  #refused(error: GreenroomError): void {
    // A lost connection comes back, and one to a daemon that is stopping is lost soon: then it begins anew.
    if (this.#isOver || error.kind === 'disconnected' || error.kind === 'overloaded') return;
    this.#isOver = true;
    this.onClose();
    this.listener.failed?.(error);
  }
}
