import { stripVTControlCharacters } from 'node:util';
import type { ProcessExit } from '../agent.js';

const noStderr: ProcessExit['stderr'] = { head: '', truncated: false, total_lines: 0 };

/** The exit of a connection that ended in an orderly way. */
export const cleanExit: ProcessExit = { code: 0, signal: null, stderr: noStderr };

/** The exit of a connection that failed to start. */
export function failedExit(error: unknown): ProcessExit {
  const failure = error instanceof Error ? error.message : String(error);
  return { code: null, signal: null, stderr: noStderr, failure };
}

/** How the process exited, and the last line of its standard error. */
export function describeExit({ failure, code, signal, stderr }: ProcessExit): string {
  const how = failure ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
  // Some agents color their log even without a terminal.
  const last = stripVTControlCharacters((stderr.tail ?? stderr.head).trim().split('\n').at(-1) ?? '');
  return last === '' ? how : `${how}: ${last}`;
}
