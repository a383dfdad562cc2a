import type { z } from 'zod';
import type { ProblemKind } from '../problem-kinds.js';
import type { Access, Elevation } from './scopes.js';
import type { Tag } from './tags.js';

/**
 * The fields of an operation, by their place in an HTTP request. Names must be distinct: handlers and WebSocket calls
 * get all of them in one object.
 */
export interface OperationInput {
  path?: z.ZodObject;
  query?: z.ZodObject;
  /** Only over HTTP. */
  headers?: z.ZodObject;
  /** An object, whose fields are used, `Bytes` or `ByteStream`. */
  body?: z.ZodType;
}

export type OperationOutput =
  | { kind: 'json'; schema: z.ZodType }
  | { kind: 'empty' }
  /** Server-sent events. */
  | { kind: 'events' }
  | { kind: 'text'; contentType: string }
  | { kind: 'bytes'; contentType: string };

export interface HttpBinding {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  path: `/${string}`;
  /** Sends no body over HTTP, although there is an output, unless the client asks for it with `Prefer`. */
  status?: 204;
  /** Describes the response with status 202: it has taken effect, but cannot be stored yet. */
  deferred?: string;
  /** Describes the successful response. */
  answer: string;
}

export interface WebSocketBinding {
  method: string;
  /** Replaces the derived params, for an operation with different params over WebSocket. */
  params?: z.ZodType;
  /** It waits for an agent: later calls for the same session do not wait for its result. */
  isSlow?: true;
}

/** Everything about an operation except its implementation. */
export interface Operation {
  summary: string;
  tag: Tag;
  /** What a token must be allowed to do; `any` token may, or everybody (`public`). */
  scope: Access;
  /** Inputs that require an additional scope. */
  elevation?: Elevation;
  /** Recorded in the audit log, with these fields of the input or else of the result. */
  audit?: readonly string[];
  input?: OperationInput;
  output: OperationOutput;
  /** In addition to those common to all operations. */
  errors?: readonly ProblemKind[];
  http?: HttpBinding;
  /** Only for JSON and empty outputs. */
  websocket?: WebSocketBinding;
}

/** Keeps the literal types of an entry, from which the types of handlers and clients are derived. */
export function operation<const O extends Operation>(entry: O): O {
  return entry;
}

export const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json', schema }) as const;
export const empty = { kind: 'empty' } as const;
export const events = { kind: 'events' } as const;
export const text = (contentType: string) => ({ kind: 'text', contentType }) as const;
export const bytes = (contentType: string) => ({ kind: 'bytes', contentType }) as const;
