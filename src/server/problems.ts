import type { FastifyError } from 'fastify';
import type { z } from 'zod';
import { type Problem, ProblemError, problem } from '../schema/index.js';

export const PROBLEM_TYPE = 'application/problem+json';

/** Converts any error to a problem. Unexpected ones reveal no internals. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const { code, message, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('payload_too_large', 'the body is too large');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problem('invalid_request', message ?? 'the request is malformed');
  }
  return problem('internal', 'internal error; see the log of the daemon');
}

/** Why an input does not match its schema: the first issue as a sentence, and all of them. */
export function validationErrors(where: string, error: z.ZodError) {
  const errors = error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first] = errors;
  const detail = first
    ? `${where}${first.path && `.${first.path}`}: ${first.message}`
    : `${where} is not valid`;
  return { detail, errors };
}
