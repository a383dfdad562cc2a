import type { Problem, ProblemKind } from '../schema/index.js';

/**
 * Why a call failed: a problem that the daemon reports, or one of ours. `disconnected`: there is no connection, or it was
 * lost, and the outcome of the call is unknown. `message_removed`: a queued message was taken back before its turn.
 * `protocol`: an invalid call or answer.
 */
export type ErrorKind = ProblemKind | 'disconnected' | 'message_removed' | 'protocol';

const URN = 'urn:greenroom:error:';

/** A failed call. `kind` tells why; `GreenroomError.is(error, 'session_busy')` narrows anything that was caught. */
export class GreenroomError<K extends ErrorKind = ErrorKind> extends Error {
  override readonly name = 'GreenroomError';
  /** `session_not_found` of `urn:greenroom:error:session_not_found`. */
  readonly kind: K;
  /** The answer of the daemon, with all its details (RFC 9457). */
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.kind = problem.type.replace(URN, '') as K;
    this.problem = problem;
  }

  /** The HTTP status; 0 if the daemon has not answered. */
  get status(): number {
    return this.problem.status;
  }

  /** Whether a caught value is an error of one of these kinds; of any kind if none is named. */
  static is<K extends ErrorKind = ErrorKind>(error: unknown, ...kinds: K[]): error is GreenroomError<K> {
    // By name: a program may have two copies of this library.
    if (!(error instanceof Error) || error.name !== 'GreenroomError') return false;
    return kinds.length === 0 || kinds.includes((error as GreenroomError<K>).kind);
  }

  static disconnected(detail: string, options?: ErrorOptions): GreenroomError<'disconnected'> {
    const problem = { type: `${URN}disconnected`, title: 'Disconnected', status: 0, detail };
    return new GreenroomError(problem, options);
  }

  static removed(messageId: string): GreenroomError<'message_removed'> {
    const detail = `message ${messageId} was taken back from the queue`;
    const title = 'Message taken back';
    return new GreenroomError({ type: `${URN}message_removed`, title, status: 409, detail, messageId });
  }

  static ended(sessionId: string): GreenroomError<'session_ended'> {
    const detail = `session ${sessionId} ended before the turn of the message`;
    const title = 'Session has ended';
    return new GreenroomError({ type: `${URN}session_ended`, title, status: 409, detail, sessionId });
  }

  /** An invalid call or answer. */
  static protocol(detail: string, more: Record<string, unknown> = {}): GreenroomError<'protocol'> {
    return new GreenroomError({
      type: `${URN}protocol`,
      title: 'Protocol error',
      status: 400,
      detail,
      ...more,
    });
  }
}
