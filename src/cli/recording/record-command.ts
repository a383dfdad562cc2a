import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';

export interface RecordFlags extends DaemonFlags {
  output?: string;
}

const MORE_HELP = `
The recording has what the agent sent, what was sent to it, and the events that followed, in one file: with it, others see
what happened without your agent or your keys. Secrets that the session was created with, and keys of well-known kinds,
are replaced by stars. It has the whole conversation, though: look at it before you share it.

Examples:
  $ greenroom record my-session                      write my-session.greenroom.ndjson
  $ greenroom record my-session -o - | gzip > a.gz   write to standard output
  $ greenroom replay my-session.greenroom.ndjson     run it through this version
`;

export function recordCommand(): Command {
  const command = new Command('record')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .option(
      '-o, --output <file>',
      'file to write; - for standard output (default: <session>.greenroom.ndjson)',
    );
  return withDaemonOptions(command)
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: RecordFlags) =>
      (await import('./record.js')).record(session, flags),
    );
}
