import { type Command, Option } from 'commander';
import { parseVariable } from './environment.js';

/** The settings of a session, as options are called. */
export interface SettingFlags {
  model?: string;
  effort?: string;
  mode?: string;
  permissionMode?: (typeof permissionModes)[number];
  title?: string;
}

const permissionModes = ['default', 'acceptEdits', 'plan', 'bypass'] as const;

export function withSettingOptions(command: Command): Command {
  return command
    .option('--model <model>', 'model, as the agent calls it')
    .option('--effort <level>', 'level of effort of the model, such as low or high')
    .option('--mode <mode>', 'mode of the agent, such as build or plan')
    .addOption(
      new Option('--permission-mode <mode>', 'what it may do without asking').choices(permissionModes),
    )
    .option('--title <title>', 'title of the session');
}

export function withEnvironmentOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--env <variable>',
      'KEY=VALUE, or KEY for the value that it has here, so that a secret is on no command line; can be repeated',
    ).argParser(parseVariable),
  );
}

/** The same in the words of the API; what was not given is left out. */
export function settingsIn({ model, effort, mode, permissionMode, title }: SettingFlags) {
  return {
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { variant: effort }),
    ...(mode === undefined ? {} : { agentMode: mode }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(title === undefined ? {} : { title }),
  };
}
