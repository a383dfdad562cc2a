import { Command, Option } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { type SettingFlags, withEnvironmentOption, withSettingOptions } from './setting-options.js';

export interface ConfigureFlags extends DaemonFlags, OutputFlags, Omit<SettingFlags, 'title'> {
  /** False: the session's own, from its first message or its agent. */
  title?: string | false;
  env?: Record<string, string>;
  unsetEnv?: string[];
}

const MORE_HELP = `
Changes take effect from the next turn at the latest. A secret is best given as --env KEY, which takes the value from your
environment: other users of the machine can read command lines.

Examples:
  $ greenroom configure my-session --model mock-mini
  $ greenroom configure my-session --effort high --permission-mode acceptEdits
  $ greenroom configure my-session --title "Login page"
  $ greenroom configure my-session --env API_KEY --unset-env DEBUG
`;

export function configureCommand(): Command {
  const command = withEnvironmentOption(
    withSettingOptions(
      new Command('configure').argument('<session>', 'its id, the beginning of one, or @last'),
    ).option('--no-title', 'the title that its agent or its first message gives it'),
  ).addOption(
    new Option('--unset-env <name>', 'a variable to remove; can be repeated').argParser(
      (name: string, before: string[] = []) => [...before, name],
    ),
  );
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: ConfigureFlags) =>
      (await import('./configure.js')).configure(session, flags),
    );
}
