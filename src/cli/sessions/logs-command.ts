import { Command, Option } from 'commander';
import type { EventType } from '../../client/index.js';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { parseNatural } from './count.js';
import { parseEventTypes } from './event-filter.js';
import { parseSince, type Since } from './since.js';

export interface LogsFlags extends DaemonFlags, OutputFlags {
  follow?: true;
  tail?: number;
  since?: Since;
  type?: EventType[];
  raw?: true;
}

const MORE_HELP = `
One line per event: its sequence, time, type and what it says. Deltas are left out unless --type or --json asks for them, as
the event that completes an item has the whole text. --tail counts the events that are shown.

Examples:
  $ greenroom logs my-session                        all events so far
  $ greenroom logs -f -n 10 @last                    the last ten of the newest session, then new ones
  $ greenroom logs my-session --since 15m            what happened in the last 15 minutes
  $ greenroom logs my-session --since 120 --json     the events after number 120, one per line as JSON
  $ greenroom logs my-session --type error,permission
  $ greenroom logs my-session --type agent.unparsed --raw
`;

export function logsCommand(): Command {
  const command = new Command('logs')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .option('-f, --follow', 'go on with new events until the session has ended')
    .addOption(new Option('-n, --tail <number>', 'only the last events').argParser(parseNatural))
    .addOption(
      new Option(
        '--since <when>',
        'only events after one, by its sequence, or from a time on: a duration before now such as 15m, or a date',
      ).argParser((text) => parseSince(text)),
    )
    .addOption(
      new Option(
        '--type <type>',
        'only events of this type, such as item.completed or permission; several separated by commas',
      ).argParser(parseEventTypes),
    )
    .option('--raw', 'with what the agent sent, as far as an event comes from that');
  return withDaemonOptions(withJsonOption(command, 'print each event as a line of JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: LogsFlags) => (await import('./logs.js')).logs(session, flags));
}
