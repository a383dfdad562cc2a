import { Command } from 'commander';
import { withDaemonOptions } from '../daemon/daemon-flags.js';
import { withJsonOption } from '../terminal/output.js';
import { type ContinueFlags, withContinueOptions } from './resume-command.js';

const MORE_HELP = `
The new session continues a copy of the conversation; the other one stays as it is, and can go on. It has the same agent,
folder and modes, unless options say otherwise, but not its variables and MCP servers. Its id is printed.

Examples:
  $ greenroom fork my-session
  $ greenroom send $(greenroom fork my-session) "try it with a queue instead"
`;

export function forkCommand(): Command {
  const command = withContinueOptions(
    new Command('fork').argument('<session>', 'its id, the beginning of one, or @last'),
  );
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: ContinueFlags) =>
      (await import('./fork.js')).fork(session, flags),
    );
}
