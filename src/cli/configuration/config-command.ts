import { Command } from 'commander';
import { addServerOptions, serverFlags } from '../daemon/server-options.js';

const MORE_HELP = `
The daemon reads greenroom.json in its data folder, or the file that --config names. It is JSON, in which comments and
trailing commas are allowed. A daemon reads it once, when it starts: changes need a restart.

Examples:
  $ greenroom config check                       look for problems in the file of the data folder
  $ greenroom config check greenroom.json        the same for another file; the exit code is 1 if there are any
  $ greenroom config show                        every setting, and where its value comes from
  $ greenroom config schema > greenroom.schema.json
`;

const SHOW_EXAMPLES = `
It takes the options of greenroom server, and shows what a daemon with these would use. Secrets are masked.

Examples:
  $ greenroom config show
  $ greenroom config show --config /etc/greenroom.json --port 0
  $ greenroom config show --json
`;

export function configCommand(): Command {
  return new Command('config')
    .addHelpText('after', MORE_HELP)
    .addCommand(checkCommand())
    .addCommand(showCommand())
    .addCommand(schemaCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .description('Look for problems in a configuration file.')
    .argument('[file]', 'the file; by default that which the daemon would read')
    .addHelpText(
      'after',
      '\nExamples:\n  $ greenroom config check\n  $ greenroom config check /etc/greenroom.json\n',
    )
    .action(async (file: string | undefined) => (await import('./check-config.js')).checkConfig(file));
}

function showCommand(): Command {
  return addServerOptions(new Command('show'))
    .description('Show every setting, and where its value comes from.')
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', SHOW_EXAMPLES)
    .action(async (flags: { json?: true }, command: Command) =>
      (await import('./show-config.js')).showConfig(serverFlags(command), flags),
    );
}

function schemaCommand(): Command {
  return new Command('schema')
    .description('Print the JSON Schema of the configuration file.')
    .addHelpText('after', '\nExamples:\n  $ greenroom config schema > greenroom.schema.json\n')
    .action(async () => (await import('./print-config-schema.js')).printConfigSchema());
}
