import { type Command, Option } from 'commander';
import { defaultDataFolder } from '../data/data-folder.js';

/** How to reach a daemon; what is missing is found in the data folder. */
export interface DaemonFlags {
  url?: string;
  token?: string;
  data: string;
}

/** Adds the options of every command that talks to a daemon. */
export function withDaemonOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'address of the daemon (default: the one that runs on the data folder)').env(
        'GREENROOM_URL',
      ),
    )
    .addOption(
      new Option('--token <token>', 'token for it (default: the one in the data folder)').env(
        'GREENROOM_TOKEN',
      ),
    )
    .option('--data <folder>', 'data folder of the daemon (env: GREENROOM_DATA)', defaultDataFolder());
}
