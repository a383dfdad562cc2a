import { Command, Option } from 'commander';
import { defaultDataFolder } from '../data/data-folder.js';
import { parseDuration } from '../terminal/duration.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface DownFlags extends OutputFlags {
  data: string;
  timeout: number;
  force?: true;
}

const TIMEOUT_MS = 30_000;

const MORE_HELP = `
The daemon stops its agents, stores everything and exits; sessions can be resumed when it runs again. The exit code is 0
also if none runs.

Examples:
  $ greenroom down
  $ greenroom down --timeout 5m      wait longer for agents that are slow to stop
  $ greenroom down --force           kill it if it has not stopped by then
`;

export function downCommand(): Command {
  const command = new Command('down')
    .option('--data <folder>', 'data folder of the daemon (env: GREENROOM_DATA)', defaultDataFolder())
    .addOption(
      new Option('--timeout <duration>', 'how long to wait, such as 30s or 5m')
        .argParser(parseDuration)
        .default(TIMEOUT_MS, '30s'),
    )
    .option('--force', 'kill it after that time');
  return withJsonOption(command, 'print JSON')
    .addHelpText('after', MORE_HELP)
    .action(async (flags: DownFlags) => (await import('./down.js')).down(flags));
}
