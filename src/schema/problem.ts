import { z } from 'zod';
import { type ProblemKind, problem } from './problem-kinds.js';

/** RFC 9457. Additional fields carry details. */
export const Problem = z
  .object({
    type: z.string().regex(/^urn:greenroom:error:/),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    agent: z.string().optional().describe('The agent that it is about'),
    sessionId: z.string().optional(),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('mode: what is not supported; stderr: the output of a failed installation'),
  })
  .catchall(z.unknown())
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

/** A problem as an error, for the caller. */
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
