import type { Problem, ProblemKind } from '../schema/index.js';

/** What a call was refused with. `disconnected`: the connection was lost, and nobody knows what became of the call. */
export type ErrorKind = ProblemKind | 'disconnected' | 'protocol';

const URN = 'urn:greenroom:error:';

/** A call that did not go well, with what the daemon said about it. */
export class GreenroomError extends Error {
  override readonly name = 'GreenroomError';

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.detail, options);
  }

  /** `session_not_found` of `urn:greenroom:error:session_not_found`. */
  get kind(): ErrorKind {
    return this.problem.type.replace(URN, '') as ErrorKind;
  }

  static disconnected(detail: string): GreenroomError {
    return new GreenroomError({ type: `${URN}disconnected`, title: 'Disconnected', status: 0, detail });
  }

  /** What was no proper call, or no proper answer. */
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
