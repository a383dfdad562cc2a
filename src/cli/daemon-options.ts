import { Option } from 'commander';

/** How to reach a daemon; what is missing is found in the data folder. */
export interface DaemonFlags {
  url?: string;
  token?: string;
  data: string;
}

/** The options of every command that talks to a daemon. */
export const daemonOptions = (): Option[] => [
  new Option('--url <url>', 'address of the daemon (default: the one that runs on the data folder)').env(
    'GREENROOM_URL',
  ),
  new Option('--token <token>', 'token for it').env('GREENROOM_TOKEN'),
];
