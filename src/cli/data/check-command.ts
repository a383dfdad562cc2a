import { Command } from 'commander';
import { defaultDataFolder } from './data-folder.js';

export interface CheckFlags {
  data: string;
  json?: true;
}

const MORE_HELP = `
The daemon may be running. Nothing is changed. The exit code is 0 if everything is sound, and 1 otherwise.
A daemon starts with damaged sessions, too: they stay readable as far as they go, and can be deleted.

Examples:
  $ greenroom check
  $ greenroom check --data /backups/greenroom-monday
  $ greenroom check --json
`;

export function checkCommand(): Command {
  return new Command('check')
    .option('--data <folder>', 'data folder to check', defaultDataFolder())
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', MORE_HELP)
    .action(async (flags: CheckFlags) => (await import('./check.js')).check(flags));
}
