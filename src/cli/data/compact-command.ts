import { Command } from 'commander';
import { defaultDataFolder } from './data-folder.js';

export interface CompactFlags {
  data: string;
}

const MORE_HELP = `
The daemon must be stopped, and the disk needs room for a copy of the database meanwhile. A running daemon returns the
space of deleted sessions by itself.

Examples:
  $ greenroom compact
  $ greenroom compact --data /srv/greenroom
`;

export function compactCommand(): Command {
  return new Command('compact')
    .option('--data <folder>', 'data folder to compact', defaultDataFolder())
    .addHelpText('after', MORE_HELP)
    .action(async (flags: CompactFlags) => (await import('./compact.js')).compact(flags));
}
