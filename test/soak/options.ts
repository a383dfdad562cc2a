import { parseArgs } from 'node:util';

export interface Options {
  seconds: number;
  seed: number;
  json: string | null;
  help: boolean;
}

export class UsageError extends Error {}

const DEFAULT_SECONDS = 600;

export function optionsOf(args: readonly string[]): Options {
  const { seconds, seed, json, help } = parsed(args);
  return {
    seconds: seconds === undefined ? DEFAULT_SECONDS : whole('--seconds', seconds, 1),
    seed: seed === undefined ? Math.floor(Math.random() * 2 ** 32) : whole('--seed', seed, 0),
    json: json ?? null,
    help: help ?? false,
  };
}

function whole(flag: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least || text.trim() === '') {
    throw new UsageError(`${flag} takes a whole number from ${least} on, not ${JSON.stringify(text)}`);
  }
  return number;
}

function parsed(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export function help(): string {
  return `Usage: npm run soak -- [options]

Runs a daemon on a folder of its own while everything around it misbehaves: agents crash, hang, flood and write junk,
readers are slow or gone, the disk fills up, and the daemon is killed. Then it compares what every reader got with what
the log serves, and counts what was lost or left behind. Everything runs on this machine and talks to 127.0.0.1 only.

The exit code is 0 if nothing was lost and nothing left, and 1 otherwise.

Options:
  --seconds <number>   how long the trouble lasts (default: ${DEFAULT_SECONDS}); the checks afterwards take a little longer
  --seed <number>      the choices of an earlier run, which printed it (default: random)
  --json <file>        write the results to a file too
  -h, --help           this text

Examples:
  $ npm run soak
  $ npm run soak -- --seconds 60
  $ npm run soak -- --seed 42 --json soak.json
`;
}
