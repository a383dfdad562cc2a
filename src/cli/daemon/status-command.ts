import { Command } from 'commander';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { type DaemonFlags, withDaemonOptions } from './daemon-flags.js';

export interface StatusFlags extends DaemonFlags, OutputFlags {
  log?: true;
}

const MORE_HELP = `
The exit code is 3 if no daemon runs.

Examples:
  $ greenroom status
  $ greenroom status --log                            the end of its log, too
  $ greenroom status --json | jq .sessions.running
  $ greenroom status --url https://greenroom.example
`;

export function statusCommand(): Command {
  const command = new Command('status').option('--log', 'print the last lines of its log, too');
  return withJsonOption(withDaemonOptions(command))
    .addHelpText('after', MORE_HELP)
    .action(async (flags: StatusFlags) => (await import('./status.js')).status(flags));
}
