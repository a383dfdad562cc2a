import type { Refusal, SessionInfo, SessionQueue, StateValue, UniversalEvent } from '../schema/index.js';
import type { Abortable } from './abort.js';
import type { GreenroomError } from './error.js';

/** Callbacks for a session. Events arrive in order and exactly once, even across reconnects. */
export interface SessionListener {
  event?(event: UniversalEvent): void;
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
  /** The past has been delivered: live events follow. After each connect. */
  caughtUp?(sequence: number): void;
  /** The session cannot be read, for instance because it was deleted. Nothing follows. */
  failed?(error: GreenroomError): void;
}

/** The same for readers of our own. */
export interface FeedListener extends SessionListener {
  /** The client was closed. */
  closed?(): void;
}

export interface SubscribeOptions extends Abortable {
  /** The last event that the reader has. 0, the default, requests all; `latest` only those to come. */
  after?: number | 'latest';
  /** Events with the native payloads of the agent in `raw`. */
  includeRaw?: boolean;
  /** Calls `state`, `queue`, `agent` and `refused`, too. */
  includeState?: boolean;
}

/** A place in a session's stream that outlives connections. */
export interface Subscription {
  readonly sessionId: string;
  /** The sequence of the last event passed to the listener; the place to go on from. */
  readonly lastSequence: number;
  close(): void;
}
