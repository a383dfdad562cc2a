import { Command } from 'commander';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { addServerOptions, serverFlags } from './server-options.js';

const MORE_HELP = `
It takes the options of greenroom server. The daemon outlives the terminal; its log is daemon.log in the data folder. One
that runs already stays as it is: options take effect after greenroom down. If the usual port is taken and you have
chosen none, it listens on another.

Examples:
  $ greenroom up
  $ greenroom up --port 4000 --isolate strict
  $ greenroom up --config /etc/greenroom.json
  $ greenroom up --json | jq -r .url
`;

export function upCommand(): Command {
  const command = addServerOptions(new Command('up'));
  // As they were given, to hand them on.
  const given: string[] = [];
  for (const { long, name } of command.options.map((option) => ({ long: option.long!, name: option.name() })))
    command.on(`option:${name}`, (value?: string | null) =>
      given.push(value == null ? long : `${long}=${value}`),
    );
  return withJsonOption(command, 'print JSON')
    .addHelpText('after', MORE_HELP)
    .action(async (flags: OutputFlags) => (await import('./up.js')).up(serverFlags(command), given, flags));
}
