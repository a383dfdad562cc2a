import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { withJsonOption } from '../terminal/output.js';

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

const ADD_EXAMPLES = `
Examples:
  $ greenroom trust add .
  $ greenroom trust add ~/src/parser --agent claude
`;

const REMOVE_EXAMPLES = `
Examples:
  $ greenroom trust remove ~/src/parser
`;

export function trustCommand(): Command {
  return withOptions(new Command('trust'))
    .addHelpText('after', MORE_HELP)
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .action(async (flags: TrustFlags) => (await import('./trust.js')).listTrust(flags));
}

function addCommand(): Command {
  return withOptions(new Command('add').description('Trust what a folder brings now.'))
    .argument('<folder>', 'folder of a session')
    .option('--agent <agent>', 'only for this agent (default: all)')
    .addHelpText('after', ADD_EXAMPLES)
    .action(async (folder: string, _own: object, command: Command) =>
      (await import('./trust.js')).addTrust(folder, command.optsWithGlobals()),
    );
}

function removeCommand(): Command {
  return withOptions(new Command('remove').description('Trust a folder no longer.'))
    .argument('<folder>', 'folder, or the id of an entry as --json prints it')
    .addHelpText('after', REMOVE_EXAMPLES)
    .action(async (folder: string, _own: object, command: Command) =>
      (await import('./trust.js')).removeTrust(folder, command.optsWithGlobals<TrustFlags>()),
    );
}

function withOptions(command: Command): Command {
  return withJsonOption(withDaemonOptions(command));
}
