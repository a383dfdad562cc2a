import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import type { UniversalEvent } from '../../src/schema/index.js';

export const tool = new URL('../../fixtures/tools/check-stream.mjs', import.meta.url).pathname;

/** The checker is a program. It is run in this process, because hundreds of processes would take minutes. */
const program = compileFunction(
  readFileSync(tool, 'utf8').replace(/^#!.*|^import .*$/gm, ''),
  ['process', 'console', 'readFileSync'],
  { filename: tool },
);

class Exit {
  readonly code: number;

  constructor(code: number) {
    this.code = code;
  }
}

/** Runs the contract's own checker over a stream; returns its report, empty if it finds nothing. */
export function checkStream(events: readonly UniversalEvent[], ...flags: string[]): string {
  const input = events.map((event) => JSON.stringify(event)).join('\n');
  const lines: string[] = [];
  const exit = (code: number) => {
    throw new Exit(code);
  };
  try {
    program(
      { argv: ['node', tool, ...flags, '-'], exit },
      { log: (line: string) => lines.push(line), error: (line: string) => lines.push(line) },
      () => input,
    );
  } catch (error) {
    if (error instanceof Exit) return error.code === 0 ? '' : lines.join('\n');
    throw error;
  }
  throw new Error(`${tool} did not exit`);
}
