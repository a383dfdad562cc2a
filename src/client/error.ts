import type { Problem, ProblemKind } from '../schema/index.js';

/** Why a call failed. `disconnected`: the connection was lost, and the outcome of the call is unknown. */
export type ErrorKind = ProblemKind | 'disconnected' | 'protocol';

const URN = 'urn:greenroom:error:';

/** A failed call, with the problem that the daemon answered with. */
export class GreenroomError extends Error {
  override readonly name = 'GreenroomError';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }

  /** `session_not_found` of `urn:greenroom:error:session_not_found`. */
  get kind(): ErrorKind {
    return this.problem.type.replace(URN, '') as ErrorKind;
  }

  static disconnected(detail: string): GreenroomError {
    return new GreenroomError({ type: `${URN}disconnected`, title: 'Disconnected', status: 0, detail });
  }

  /** An invalid call or answer. */
  static protocol(detail: string, more: Record<string, unknown> = {}): GreenroomError {
    return new GreenroomError({
      type: `${URN}protocol`,
      title: 'Protocol error',
      status: 400,
      detail,
      ...more,
    });
  }
}
