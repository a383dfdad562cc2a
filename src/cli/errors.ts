import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-codes.js';
import { UsageError } from './usage-error.js';

/** Prints an error on one line, and sets the exit code. */
export function reportError(error: unknown, isVerbose: boolean): void {
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.success : EXIT.usage;
    return;
  }
  process.exitCode = exitCodeOf(error);
  console.error(`greenroom: ${messageOf(error)}`);
  const { stack, cause } = (error ?? {}) as Error;
  if (!isVerbose) return;
  if (stack) console.error(stack);
  if (cause !== undefined) console.error(cause);
}

function messageOf(error: unknown): string {
  const [line = '', ...more] = (error instanceof Error ? error.message || error.name : String(error)).split(
    '\n',
  );
  if (error instanceof UsageError) return [line, ...more].join('\n');
  if (isRefusal(error)) return `${[line, ...more].join('\n')}${adviceFor(error.problem)}`;
  return `${line} (unexpected; -v shows where)`;
}

/** What to do about a scope that a token lacks; empty for other refusals. */
function adviceFor({ scope, scopes }: Refused): string {
  if (typeof scope !== 'string' || !Array.isArray(scopes)) return '';
  return `; get one that has it with: greenroom token create <name> --scopes ${[...scopes, scope].join(',')}`;
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return error.exitCode;
  if (!isRefusal(error)) return EXIT.failure;
  return exitCodeOfStatus(error.problem.status);
}

/** By the HTTP status of a refusal; 0 if the daemon has not answered. */
export function exitCodeOfStatus(status: number): ExitCode {
  if (status === 0) return EXIT.unreachable;
  if (status === 401 || status === 403) return EXIT.refused;
  return status === 404 ? EXIT.notFound : EXIT.failure;
}

interface Refused {
  status: number;
  scope?: unknown;
  scopes?: unknown;
}

/** A `GreenroomError`, by its name: most errors need not load the client library. */
function isRefusal(error: unknown): error is Error & { problem: Refused } {
  return error instanceof Error && error.name === 'GreenroomError';
}
