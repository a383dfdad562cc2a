import { Command } from 'commander';
import { type DaemonFlags, daemonFlags } from './daemon-flags.js';
import { defaultDataFolder } from './data-folder.js';

export interface TrustFlags extends DaemonFlags {
  json?: true;
}

const MORE_HELP = `
A folder that brings hooks, MCP servers, permission rules or plugins has to be trusted before an agent uses them. What was
trusted with "always" is listed here, and asked about again when it changes. The daemon may be running or not.

Examples:
  $ greenroom trust
  $ greenroom trust add ~/src/parser
  $ greenroom trust add ~/src/parser --agent claude
  $ greenroom trust remove ~/src/parser
`;

export function trustCommand(): Command {
  return withFlags(new Command('trust').description('List the folders that are trusted, or change them.'))
    .addHelpText('after', MORE_HELP)
    .action(async (flags: TrustFlags) => (await import('./trust.js')).listTrust(flags));
}

export function trustAddCommand(): Command {
  return withFlags(new Command('add').description('Trust what a folder brings now.'))
    .argument('<folder>', 'folder of a session')
    .option('--agent <agent>', 'only for this agent (default: all)')
    .action(async (folder: string, _own: object, command: Command) =>
      (await import('./trust.js')).addTrust(folder, command.optsWithGlobals()),
    );
}

export function trustRemoveCommand(): Command {
  return withFlags(new Command('remove').description('Trust a folder no longer.'))
    .argument('<folder>', 'folder, or the id of an entry as --json prints it')
    .action(async (folder: string, _own: object, command: Command) =>
      (await import('./trust.js')).removeTrust(folder, command.optsWithGlobals<TrustFlags>()),
    );
}

function withFlags(command: Command): Command {
  command.option('--data <folder>', 'data folder of the daemon', defaultDataFolder());
  for (const option of daemonFlags()) command.addOption(option);
  return command.option('--json', 'print JSON instead of a table');
}
