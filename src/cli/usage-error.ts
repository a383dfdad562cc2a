import { EXIT, type ExitCode } from './exit-codes.js';

/** An error that the user can fix: printed as one line, without a stack trace. */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failure, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
