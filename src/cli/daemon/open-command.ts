import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from './daemon-flags.js';

export interface OpenFlags extends DaemonFlags {
  print?: true;
}

const MORE_HELP = `
Starts a daemon if none runs. The link signs the browser in, once, within ten minutes. Without a browser it is printed, for
a browser elsewhere. BROWSER names another program than the usual one.

Examples:
  $ greenroom open
  $ greenroom open my-session       show a session
  $ greenroom open --print          only print the link
`;

export function openCommand(): Command {
  return withDaemonOptions(new Command('open'))
    .argument('[session]', 'id of a session to show')
    .option('--print', 'print the link instead of opening it')
    .addHelpText('after', MORE_HELP)
    .action(async (session: string | undefined, flags: OpenFlags) =>
      (await import('./open.js')).openInspector(session ?? null, flags),
    );
}
