import type { Command } from 'commander';
import { candidatesFor } from './candidates.js';
import { commandAt } from './command-line.js';

/** Prints candidates; whatever goes wrong, nothing is printed: a prompt is no place for errors. */
export async function complete(words: readonly string[], program: Command): Promise<void> {
  try {
    const candidates = await candidatesFor(commandAt(program, joined(words)));
    for (const { value, description = '' } of candidates) console.log(`${value}\t${description}`.trimEnd());
  } catch {}
}

/** Bash splits at `=`: `--scopes`, `=`, `re`. */
function joined(words: readonly string[]): string[] {
  return words
    .filter((word, index) => word !== '=' || index === words.length - 1)
    .map((word) => (word === '=' ? '' : word));
}
