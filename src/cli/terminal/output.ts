import type { Command } from 'commander';
import { paint } from './paint.js';
import { table } from './table.js';

export interface OutputFlags {
  json?: true;
}

/** Adds the option that every command with a result has. */
export function withJsonOption(command: Command, help = 'print JSON instead of a table'): Command {
  return command.option('--json', help);
}

/** Prints a result: as JSON if that is asked for, else as text, which is made only then. */
export function print(value: unknown, { json }: OutputFlags, text: () => string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text());
}

/** A table with a header. */
export function titledTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return table([header.map((name) => paint('dim', name)), ...rows]);
}
