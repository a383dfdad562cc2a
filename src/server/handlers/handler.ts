import type { Readable } from 'node:stream';
import type { InputOf, JsonOf, OperationName, Operations, OutputKindOf } from '../../schema/index.js';
import type { Caller } from '../access/caller.js';
import type { Services } from '../services.js';

/** A call of an operation over any transport. */
export interface Call {
  services: Services;
  caller: Caller;
  /** Where the call came from. */
  address: string;
}

/** A call over a connection that outlives it. */
export interface ConnectionCall extends Call {
  connection: ConnectionControl;
}

/** Controls the notifications of a connection. */
export interface ConnectionControl {
  /** Throws if the connection may have no further subscription. */
  checkSubscription(sessionId: string): void;
  /** Takes effect after the result of the call is sent, so the events follow it. */
  subscribe(options: { sessionId: string; after: number; raw: boolean; states: boolean }): void;
  unsubscribe(sessionId: string): void;
  watch(isOn: boolean): void;
}

/** JSON that is already text and can be sent without parsing. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The same in pieces, which are made as fast as they are read. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** The operation has taken effect, but cannot be stored yet. */
export const DEFERRED = Symbol('deferred');

/** Events to stream until the session has ended. */
export interface EventStream {
  sessionId: string;
  /** The last sequence that the reader has. */
  after: number;
  raw: boolean;
  /** Decides on the last event to send, if the stream may end before the session. */
  ending?: StreamEnding;
}

export interface StreamEnding {
  /** Calls back with the last event's sequence, at once if it is known. */
  onEnd(listener: (sequence: number) => void): void;
  /** The reader has left. */
  close(): void;
}

export type Text = string | AsyncIterable<string>;
/** Content with a more specific type than the table's. */
export interface Typed<C> {
  type: string;
  content: C;
}

/** A file that is sent as it is read, to be stored rather than shown. */
export class Download {
  readonly content: Readable;
  readonly bytes: number;

  constructor(content: Readable, bytes: number) {
    this.content = content;
    this.bytes = bytes;
  }
}

interface Results<K extends OperationName> {
  json: JsonOf<K> | JsonText | (Operations[K] extends { websocket: object } ? never : JsonPieces);
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result returns nothing.
  empty: void | typeof DEFERRED;
  /** null: there is nothing to stream, now or later. */
  events: EventStream | null;
  text: Text | Typed<string>;
  bytes: Typed<Buffer> | Download;
}
export type ResultOf<K extends OperationName> = Results<K>[OutputKindOf<K>];

type CallOf<K extends OperationName> = Operations[K] extends { http: object } ? Call : ConnectionCall;

/** Carries out an operation with validated input. */
export type Handler<K extends OperationName> = (
  input: InputOf<K>,
  call: CallOf<K>,
) => ResultOf<K> | Promise<ResultOf<K>>;

/** One handler per operation. */
export type Handlers = { [K in OperationName]: Handler<K> };

/** The untyped view of the transports, which look up operations by name. */
export type AnyHandler = (input: unknown, call: ConnectionCall | Call) => unknown;
