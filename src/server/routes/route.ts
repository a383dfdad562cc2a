import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ProblemKind } from '../../schema/index.js';
import type { Services } from '../services.js';

export interface Context<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a route answers with. Without a schema it is no JSON; without a type there is no body. */
export interface Answer {
  status: 200 | 204;
  description: string;
  schema?: z.ZodType;
  contentType?: string;
}

/**
 * A route is told once: the same lines check what comes in, type what the handler gets, and become the OpenAPI
 * document. Its handler gives what is to be sent, or answers by itself and gives `undefined`.
 */
export interface Route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  /** With parameters as `:name`. */
  path: string;
  id: string;
  tag: string;
  summary: string;
  /** Needs no token. */
  isPublic?: true;
  params?: P;
  query?: Q;
  body?: B;
  /** Only for the document: a handler that wants a header reads it itself. */
  headers?: z.ZodType;
  answer: Answer;
  problems?: ProblemKind[];
  handle(context: Context<z.infer<P>, z.infer<Q>, z.infer<B>>): unknown;
}

export type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType>;

/** Only there to infer the types. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  told: Route<P, Q, B>,
): AnyRoute {
  return told as unknown as AnyRoute;
}
