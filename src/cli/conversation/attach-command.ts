import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';

export interface AttachFlags extends DaemonFlags {
  readOnly?: true;
}

const MORE_HELP = `
Shows the last part of the conversation and goes on from there, as greenroom chat does. Others may be attached at the same
time, in browsers or terminals: everybody sees the same.

Examples:
  $ greenroom attach my-session
  $ greenroom attach my-session --read-only
`;

export function attachCommand(): Command {
  const command = new Command('attach')
    .argument('<session>', 'the id of the session')
    .option('--read-only', 'only look on')
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: AttachFlags) =>
      (await import('./attach.js')).attach(session, flags),
    );
  return withDaemonOptions(command);
}
