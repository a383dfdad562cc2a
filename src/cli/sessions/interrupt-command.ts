import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface InterruptFlags extends DaemonFlags, OutputFlags {
  thread?: string;
}

const MORE_HELP = `
Without --thread, it interrupts the running turn, or all sub-agents if no turn is running.

Examples:
  $ greenroom interrupt my-session
  $ greenroom inspect my-session                     its sub-agents, with their threads
  $ greenroom interrupt my-session --thread itm_27
`;

export function interruptCommand(): Command {
  const command = new Command('interrupt')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .option('--thread <id>', 'only this sub-agent');
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: InterruptFlags) =>
      (await import('./interrupt.js')).interrupt(session, flags),
    );
}
