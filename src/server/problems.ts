import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Problem, ProblemError, problem } from '../schema/index.js';

export const PROBLEM_TYPE = 'application/problem+json';

/** Whatever went wrong, as a problem that says so. What we did not foresee tells nothing of our insides. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const { code, message, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('payload_too_large', 'the body is too large');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problem('invalid_request', message ?? 'the request cannot be understood');
  }
  return problem('internal', 'something went wrong; the log of the daemon tells more');
}

export function sendProblem(reply: FastifyReply, body: Problem): FastifyReply {
  if (body.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.status(body.status).type(PROBLEM_TYPE).send(JSON.stringify(body));
}

export function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = problemOf(error);
  if (body.status >= 500) request.log.error({ err: error }, 'request failed');
  return sendProblem(reply, body);
}

/** What is no HTTP request at all. */
export function brokenRequest({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('payload_too_large', 'the headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('timeout', 'the request did not come in time');
  return problem('invalid_request', 'this is not HTTP');
}

/** What zod says of an input that does not fit. */
export function invalid(where: string, error: z.ZodError): ProblemError {
  const errors = error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first] = errors;
  const detail = first
    ? `${where}${first.path ? `.${first.path}` : ''}: ${first.message}`
    : `${where} is not valid`;
  return new ProblemError('invalid_request', detail, { errors });
}

/** Checks an input once, at the door. */
export function parse<T extends z.ZodType>(schema: T, input: unknown, where: string): z.infer<T> {
  const result = schema.safeParse(input);
  if (!result.success) throw invalid(where, result.error);
  return result.data;
}
