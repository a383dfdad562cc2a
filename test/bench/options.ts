import { parseArgs } from 'node:util';
import type { Bench } from './bench.js';
import { benches, benchesOnRequest } from './benches.js';
import { full, quick, type Scale } from './scale.js';

export interface Options {
  benches: readonly Bench[];
  scale: Scale;
  json: string | null;
  help: boolean;
}

const all = [...benches, ...benchesOnRequest];

export class UsageError extends Error {}

export function optionsOf(args: readonly string[]): Options {
  const { values } = parsed(args);
  const only = values.only ?? [];
  const unknown = only.find((name) => !all.some((bench) => bench.name === name));
  if (unknown !== undefined)
    throw new UsageError(`unknown bench ${unknown}; choose one of ${all.map(({ name }) => name).join(', ')}`);
  if (values.peers) only.push('peers');
  return {
    benches: only.length > 0 ? all.filter(({ name }) => only.includes(name)) : benches,
    scale: values.quick ? quick : full,
    json: values.json ?? null,
    help: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        peers: { type: 'boolean' },
        quick: { type: 'boolean' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export function help(): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  return `Usage: npm run bench -- [options]

Measures Greenroom, and beside each figure what the same work takes without it: its yardstick, taken in the same run.
Everything runs on this machine and talks to 127.0.0.1 only, but for the download of --peers.

Options:
  --only <name>   only this bench (repeatable)
  --peers         only a comparison with another server, which is downloaded once (25 MB) and kept in ~/.cache
  --quick         smaller numbers, for a first look
  --json <file>   write the figures to a file too
  -h, --help      this text

Benches:
${all.map(({ name, about }) => `  ${name.padEnd(width)}   ${about}`).join('\n')}

Examples:
  $ npm run bench
  $ npm run bench -- --quick
  $ npm run bench -- --only burst --only readers
  $ npm run bench -- --peers
  $ npm run bench -- --json figures.json
`;
}
