import { z } from 'zod';
import { type ProblemKind, problem } from './problem-kinds.js';

/** RFC 9457. What is more than these four tells more about the case. */
export const Problem = z
  .object({
    type: z.string().regex(/^urn:greenroom:error:/),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
  })
  .catchall(z.unknown())
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

/** A problem on its way up to whoever asked. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(kind: ProblemKind, detail: string, more?: Record<string, unknown>, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ProblemError';
    this.problem = problem(kind, detail, more);
  }

  static of(body: Problem): ProblemError {
    const error = new ProblemError('internal', body.detail);
    Object.assign(error, { problem: body });
    return error;
  }
}
