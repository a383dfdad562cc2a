import type { FastifyError } from 'fastify';
import type { z } from 'zod';
import { StorageUnavailableError } from '../log/index.js';
import { type Problem, ProblemError, problem } from '../schema/index.js';

export const PROBLEM_TYPE = 'application/problem+json';

/** Converts any error to a problem. Unexpected ones reveal no internals. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof StorageUnavailableError) return problem('storage_unavailable', error.message);
  const { message, statusCode } = error as Partial<FastifyError>;
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
