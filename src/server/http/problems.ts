import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Problem, ProblemError, problem } from '../../schema/index.js';
import { PROBLEM_TYPE, problemOf, validationErrors } from '../problems.js';

export function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = isTooLarge(error) ? tooLarge(request) : problemOf(error);
  if (body.status >= 500) request.log.error({ err: error }, 'request failed');
  if (body.status === 401) reply.header('www-authenticate', 'Bearer');
  const { streamsBody } = request.routeOptions.config as { streamsBody?: boolean };
  // The rest of the request is not read.
  if ((body.status >= 500 || streamsBody) && !request.raw.complete) reply.header('connection', 'close');
  return reply.status(body.status).type(PROBLEM_TYPE).send(JSON.stringify(body));
}

function isTooLarge(error: unknown): boolean {
  return (error as Partial<FastifyError>).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

function tooLarge({ routeOptions }: FastifyRequest): Problem {
  return problem('payload_too_large', `the body is larger than ${routeOptions.bodyLimit} bytes`);
}

/** Answers bytes that are not an HTTP request. */
export function brokenRequest({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('payload_too_large', 'the headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('timeout', 'the request timed out');
  return problem('invalid_request', 'the request is not HTTP');
}

export function parse<T extends z.ZodType>(schema: T, input: unknown, where: string): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { detail, errors } = validationErrors(where, result.error);
  throw new ProblemError('invalid_request', detail, { errors });
}
