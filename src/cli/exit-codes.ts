/** The exit codes of all commands. */
export const EXIT = {
  success: 0,
  failure: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  notFound: 5,
  turnFailed: 6,
  needsAnswer: 7,
  turnRefused: 8,
  turnLimit: 9,
  detached: 10,
  interrupted: 130,
  closedPipe: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const meanings: Record<keyof typeof EXIT, string> = {
  success: 'success',
  failure: 'failure; also problems found by check, config check, doctor and replay',
  usage: 'usage error: an unknown command or option, a bad or missing value',
  unreachable: 'no daemon runs, or it cannot be reached',
  refused: 'the daemon refuses the token, or what it is asked for is not allowed',
  notFound: 'no such session, request, token …',
  turnFailed: 'the turn failed, or the session ended before its end',
  needsAnswer: 'the agent asks something, and there is no terminal to answer in',
  turnRefused: 'the model refused to answer',
  turnLimit: 'the turn was stopped at its limit of model calls',
  detached: 'left by Ctrl-C before the end of the turn, which goes on',
  interrupted: 'interrupted, by Ctrl-C or by another client',
  closedPipe: 'nobody reads the output any more, as in: greenroom ls | head -1',
};

/** The exit codes and their meanings, one per line. */
export function describeExitCodes(): string {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return names.map((name) => `  ${String(EXIT[name]).padEnd(3)}  ${meanings[name]}`).join('\n');
}
