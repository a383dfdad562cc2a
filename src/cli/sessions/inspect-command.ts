import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface InspectFlags extends DaemonFlags, OutputFlags {}

const MORE_HELP = `
Examples:
  $ greenroom inspect my-session
  $ greenroom inspect @last --json | jq .status
`;

export function inspectCommand(): Command {
  const command = new Command('inspect').argument('<session>', 'its id, the beginning of one, or @last');
  return withDaemonOptions(withJsonOption(command, 'print the session as JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: InspectFlags) =>
      (await import('./inspect.js')).inspect(session, flags),
    );
}
