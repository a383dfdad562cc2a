import { readdirSync, readFileSync } from 'node:fs';

/** A recorded conversation with the real CLI, line by line. */
export interface Recording {
  /** Version and scenario: `2.1.325/a1-text-partial`. */
  name: string;
  lines: Line[];
}

export type Line =
  | { dir: 'in' | 'out' | 'err'; text: string }
  | { dir: 'meta'; argv: string[]; text: string }
  | { dir: 'exit'; code: number | null; signal: string | null; text: string };

const folder = new URL('../../../fixtures/claude/', import.meta.url);

export const goldenFolder = new URL('golden/', folder).pathname;

export const recordings: Recording[] = ['2.1.197', '2.1.325'].flatMap((version) =>
  readdirSync(new URL(`${version}/`, folder))
    .filter((file) => file.endsWith('.ndjson'))
    .sort()
    .map((file) => read(`${version}/${file.replace(/\.ndjson$/, '')}`)),
);

export function recording(name: string): Recording {
  const found = recordings.find((each) => each.name === name);
  if (!found) throw new Error(`no recording ${name}`);
  return found;
}

function read(name: string): Recording {
  const text = readFileSync(new URL(`${name}.ndjson`, folder), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return { name, lines: lines.map((line) => lineOf(JSON.parse(line))) };
}

function lineOf({ dir, line }: { dir: Line['dir']; line: unknown }): Line {
  // A line that was not JSON was recorded as a string.
  const text = typeof line === 'string' ? line : JSON.stringify(line);
  return { dir, text, ...(dir === 'meta' || dir === 'exit' ? (line as object) : {}) } as Line;
}
