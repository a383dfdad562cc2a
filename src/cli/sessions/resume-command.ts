import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { type SettingFlags, withEnvironmentOption, withSettingOptions } from './setting-options.js';

/** What a session that continues a conversation can be given. */
export interface ContinueFlags extends DaemonFlags, OutputFlags, SettingFlags {
  agent?: string;
  directory?: string;
  id?: string;
  env?: Record<string, string>;
}

const MORE_HELP = `
The new session has the agent, folder and modes of the earlier one, unless options say otherwise. It does not get its
variables and MCP servers, as these may be secret. Its id is printed.

A conversation that was not held in Greenroom is named by the agent's own id, with --agent and --directory.

Examples:
  $ greenroom resume my-session
  $ greenroom resume @last --model mock-mini --env API_KEY
  $ greenroom resume 0b1f6a52-77aa-4c0e --agent claude --directory .
  $ greenroom send $(greenroom resume my-session) "go on"
`;

export function resumeCommand(): Command {
  const command = withContinueOptions(
    new Command('resume').argument('<session>', "its id, the beginning of one, @last, or the agent's own id"),
  ).option('--agent <agent>', 'of a conversation that no session has');
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: ContinueFlags) =>
      (await import('./resume.js')).resume(session, flags),
    );
}

/** Adds the options of commands that create a session out of another. */
export function withContinueOptions(command: Command): Command {
  return withEnvironmentOption(withSettingOptions(command))
    .option('--directory <folder>', 'the folder to work in (default: that of the earlier session)')
    .option('--id <id>', 'an id of your own for the new session');
}
