import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface KillFlags extends DaemonFlags, OutputFlags {}

const MORE_HELP = `
A session that has ended stays readable, and its conversation can be continued with: greenroom resume.

Examples:
  $ greenroom kill my-session
  $ greenroom kill $(greenroom ls -q --agent mock)    all of an agent
`;

export function killCommand(): Command {
  const command = new Command('kill').argument('<session...>', 'their ids, the beginnings of them, or @last');
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (sessions: string[], flags: KillFlags) =>
      (await import('./kill.js')).killSessions(sessions, flags),
    );
}
