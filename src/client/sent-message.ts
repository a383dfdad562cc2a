import type { SendMessageResponse, SessionQueue, UniversalEvent } from '../schema/index.js';
import { type Abortable, abortable } from './abort.js';
import { Awaitable } from './awaitable.js';
import { backoff } from './backoff.js';
import { GreenroomError } from './error.js';
import type { FeedListener, SubscribeOptions, Subscription } from './listener.js';
import type { MethodName, Params, Result, SessionParams } from './methods.js';
import { type TurnResult, turnResult } from './turn-result.js';
import { TurnTracker } from './turn-tracker.js';

/** A message with an id of its own. */
export type Outgoing = SessionParams<'session/send'> & { messageId: string };

export interface SentMessageDeps {
  sessionId: string;
  subscribe(listener: FeedListener, options: SubscribeOptions): Subscription;
  call<M extends MethodName>(method: M, params: Params<M>, options: Abortable): Promise<Result<M>>;
  /** Rejects if there will be no connection. */
  waitUntilOnline(signal?: AbortSignal): Promise<void>;
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

/** How often a message is repeated to a daemon that has no room for it. */
const MOST_REFUSALS = 8;

/**
 * A message on its way. Awaited, it is the result of its turn; iterated, the events of that turn. It is sent again under
 * the same id, which the daemon takes once, until a connection has lasted for the answer.
 */
export class SentMessage extends Awaitable<TurnResult> implements AsyncIterable<UniversalEvent> {
  /** Known to the daemon and to the queue. */
  readonly messageId: string;
  /** Resolves when the daemon has stored it: it started a turn, joined one or is queued. */
  readonly accepted: Promise<SendMessageResponse>;
  readonly #result: Promise<TurnResult>;
  readonly #message: Outgoing;
  readonly #deps: SentMessageDeps;
  readonly #tracker: TurnTracker;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  #subscription: Subscription | null = null;
  #isQueued = false;
  #isAccepted = false;
  #resolve!: (result: TurnResult) => void;
  #reject!: (error: unknown) => void;
  #waiting: (() => void)[] = [];

  constructor(message: Outgoing, deps: SentMessageDeps, { signal }: Abortable) {
    super();
    this.messageId = message.messageId;
    this.#message = message;
    this.#deps = deps;
    this.#tracker = new TurnTracker(message.messageId, message.message);
    this.#signal = signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal;
    const result = new Promise<TurnResult>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#result = abortable(result, signal).finally(() => this.#end());
    this.accepted = abortable(this.#send(), signal);
    this.accepted.catch((error) => this.#reject(error));
    // Whoever only waits for one of the two need not handle the other.
    this.#result.catch(() => {});
  }

  // biome-ignore lint/suspicious/noThenProperty: a message can be awaited
  override then<A = TurnResult, B = never>(
    onResolved?: ((result: TurnResult) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(onResolved, onRejected);
  }

  /** The events of its turn, from the beginning. Throws what the message is rejected with. */
  async *[Symbol.asyncIterator](): AsyncGenerator<UniversalEvent, TurnResult, undefined> {
    let isOver = false;
    const over = this.#result.finally(() => {
      isOver = true;
    });
    const { events } = this.#tracker;
    for (let at = 0; ; ) {
      while (at < events.length) yield events[at++]!;
      if (isOver) return await over;
      const more = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await Promise.race([more, over.catch(() => {})]);
    }
  }

  async #send(): Promise<SendMessageResponse> {
    await this.#follow('latest');
    const answer = await this.#deliver();
    this.#isAccepted = true;
    if (answer.disposition === 'steered') this.#tracker.steered();
    if (answer.disposition === 'queued') this.#isQueued = true;
    if (answer.disposition === 'duplicate' && !this.#tracker.isFound) await this.#findEarlier();
    this.#changed();
    return answer;
  }

  /** Reads on from a place; resolves as soon as nothing that happens from now on will be missed. */
  async #follow(after: number | 'latest'): Promise<void> {
    this.#subscription?.close();
    this.#tracker.rewind();
    await new Promise<void>((resolve, reject) => {
      const listener: FeedListener = {
        session: () => {
          this.#tracker.rewind();
          resolve();
        },
        event: (event) => {
          this.#tracker.add(event);
          this.#changed();
          if (event.type === 'session.ended' && !this.#tracker.ended) {
            this.#reject(GreenroomError.ended(this.#deps.sessionId));
          }
        },
        queue: (queue) => this.#takeQueue(queue),
        caughtUp: () => {
          this.#tracker.caughtUp();
          this.#changed();
        },
        failed: (error) => {
          reject(error);
          this.#reject(error);
        },
        closed: () => {
          const error = GreenroomError.disconnected('the client was closed');
          reject(error);
          this.#reject(error);
        },
      };
      const options = { after, includeState: true, signal: this.#signal };
      this.#subscription = this.#deps.subscribe(listener, options);
      this.#signal.addEventListener('abort', () => reject(this.#signal.reason), { once: true });
    });
  }

  async #deliver(): Promise<SendMessageResponse> {
    const { sessionId, call, waitUntilOnline, delay, random } = this.#deps;
    for (let refusals = 0; ; ) {
      await waitUntilOnline(this.#signal);
      try {
        const params = { sessionId, ...this.#message };
        return await call('session/send', params, { signal: this.#signal });
      } catch (error) {
        if (GreenroomError.is(error, 'disconnected')) continue;
        // Of a daemon that is stopping, or has too much to do.
        if (!GreenroomError.is(error, 'overloaded') || ++refusals > MOST_REFUSALS) throw error;
        await delay(backoff(refusals, random), this.#signal);
      }
    }
  }

  /** It was sent before: it is queued, or its turn is in the past. */
  async #findEarlier(): Promise<void> {
    const { sessionId, call } = this.#deps;
    const queue = await this.#persist(() => call('queue/list', { sessionId }, { signal: this.#signal }));
    if (this.#isIn(queue)) this.#isQueued = true;
    else if (await this.#wasDelivered()) await this.#follow(0);
  }

  #takeQueue(queue: SessionQueue): void {
    if (this.#isIn(queue)) {
      this.#isQueued = true;
      return;
    }
    if (!this.#isQueued || !this.#isAccepted) return;
    // It starts a turn, was steered into one, or was taken back.
    this.#isQueued = false;
    this.#wasDelivered().then(
      () => this.#changed(),
      (error) => this.#reject(error),
    );
  }

  /** A change of nothing tells what became of a message that has left the queue. */
  async #wasDelivered(): Promise<boolean> {
    const { sessionId, call } = this.#deps;
    const params = { sessionId, messageId: this.messageId, revision: null };
    try {
      await this.#persist(() => call('queue/update', params, { signal: this.#signal }));
      this.#isQueued = true;
      return false;
    } catch (error) {
      if (this.#tracker.isFound) return true;
      if (GreenroomError.is(error, 'not_found')) throw GreenroomError.removed(this.messageId);
      if (!GreenroomError.is(error, 'message_delivered')) throw error;
      this.#tracker.steered();
      return true;
    }
  }

  /** Repeats a call that changes nothing until a connection has lasted for the answer. */
  async #persist<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.#deps.waitUntilOnline(this.#signal);
      try {
        return await call();
      } catch (error) {
        if (!GreenroomError.is(error, 'disconnected')) throw error;
      }
    }
  }

  #isIn({ entries }: SessionQueue): boolean {
    return entries.some(({ messageId }) => messageId === this.messageId);
  }

  #changed(): void {
    const { events, ended } = this.#tracker;
    if (ended && this.#isAccepted) this.#resolve(turnResult(this.messageId, ended, events));
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #end(): void {
    this.#subscription?.close();
    this.#over.abort();
  }
}
