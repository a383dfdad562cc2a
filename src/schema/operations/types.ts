import type { z } from 'zod';
import type { notifications } from './notifications.js';
import type { ByteStream, Bytes } from './parameters.js';
import type { OperationName, Operations } from './table.js';

type Flat<T> = { [K in keyof T]: T[K] };

/** The content of a file as passed to a handler. */
interface FileFields<C> {
  content: C;
  /** The Content-Type of the request. */
  contentType: string | undefined;
}

type Fields<S> = S extends typeof Bytes
  ? FileFields<Uint8Array>
  : S extends typeof ByteStream
    ? FileFields<AsyncIterable<Uint8Array>>
    : S extends z.ZodType
      ? NonNullable<z.output<S>>
      : unknown;
type PartOf<O, P extends string> = O extends { input: { [K in P]: infer S } } ? S : undefined;

/** The validated fields of an operation's input in one object. */
type FlatInput<O> = Flat<
  Fields<PartOf<O, 'path'>> &
    Fields<PartOf<O, 'query'>> &
    Fields<PartOf<O, 'headers'>> &
    Fields<PartOf<O, 'body'>>
>;
type ParamsSchema<O> = O extends { websocket: { params: infer P extends z.ZodType } } ? P : never;

/** The input of an operation's handler, for all transports. */
export type InputOf<K extends OperationName> =
  | FlatInput<Operations[K]>
  | NonNullable<z.output<ParamsSchema<Operations[K]>>>;

/** The JSON result of an operation; `never` for other kinds of output. */
export type JsonOf<K extends OperationName> = JsonOutput<Operations[K]>;
type JsonOutput<O> = O extends { output: { kind: 'json'; schema: infer S extends z.ZodType } }
  ? z.output<S>
  : never;

export type OutputKindOf<K extends OperationName> = Operations[K]['output']['kind'];

/** WebSocket methods by name, with their params and results. */
export type WebSocketMethods = {
  [K in OperationName as MethodOf<Operations[K]>]: {
    params: WebSocketParams<Operations[K]>;
    result: Operations[K] extends { output: { kind: 'empty' } } ? null : JsonOf<K>;
  };
};
type MethodOf<O> = O extends { websocket: { method: infer M extends string } } ? M : never;
type WebSocketParams<O> = [ParamsSchema<O>] extends [never] ? FlatInput<O> : z.input<ParamsSchema<O>>;

/** HTTP routes such as `GET /v1/sessions/:sessionId`, with their requests and responses. */
export type HttpRoutes = {
  [K in OperationName as RouteOf<Operations[K]>]: {
    /** The content type of the response. */
    kind: Operations[K] extends { http: { status: 204 } } ? 'empty' : OutputKindOf<K>;
    path: SentFields<PartOf<Operations[K], 'path'>>;
    query: SentFields<PartOf<Operations[K], 'query'>>;
    headers: SentFields<PartOf<Operations[K], 'headers'>>;
    body: SentFields<PartOf<Operations[K], 'body'>>;
    json: JsonOf<K>;
  };
};
type RouteOf<O> = O extends { http: { method: infer M extends string; path: infer P extends string } }
  ? `${M} ${P}`
  : never;
type SentFields<S> = S extends typeof Bytes | typeof ByteStream
  ? Blob
  : S extends z.ZodType
    ? z.input<S>
    : undefined;

/** Notifications by name, with their params. */
export type Notifications = {
  [N in keyof typeof notifications]: z.output<(typeof notifications)[N]['params']>;
};
