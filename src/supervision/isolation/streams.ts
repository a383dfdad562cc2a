import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/**
 * Bubblewrap's own processes keep their standard streams open as long as they run, so that nobody would notice when the
 * agent closes its own. Others they close: the agent gets those, and its shell makes them the standard ones.
 */
export const STREAMS = { input: 3, output: 4, errors: 5 } as const;

const REDIRECT = 'exec "$@" <&3 >&4 2>&5 3<&- 4>&- 5>&-';
/** Until an empty line. `read` takes no more from the stream than it needs. */
const TAKE_SECRETS = 'while IFS= read -r line <&3 && [ -n "$line" ]; do export "$line"; done';

/** The arguments that follow those of the sandbox. */
export function redirected(command: string, args: readonly string[], hasSecrets: boolean): string[] {
  const script = hasSecrets ? `${TAKE_SECRETS}; ${REDIRECT}` : REDIRECT;
  return ['--', '/bin/sh', '-c', script, 'sh', command, ...args];
}

/**
 * The first lines of input. The environment of bubblewrap would be no place for them: everything inside can read that of
 * its first process.
 */
export function secretLines(secrets: Readonly<Record<string, string>>): string {
  return `${Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')}\n`;
}

/** A signal inside is an exit code outside, as in a shell. */
export function exitOf(code: number | null, signal: NodeJS.Signals | null) {
  const number = code === null ? 0 : code - 128;
  const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name as NodeJS.Signals };
}

/** The process inside: the child of the sandbox's first process. Null if it does not run yet, or any more. */
export function innerPid(sandbox: number): number | null {
  const first = firstChild(sandbox);
  return first === null ? null : firstChild(first);
}

function firstChild(pid: number): number | null {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return Number(child) || null;
  } catch {
    return null;
  }
}
