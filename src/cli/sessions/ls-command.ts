import { Command, Option } from 'commander';
import type { SessionStatus } from '../../client/index.js';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { parseCount } from './count.js';
import { parseStatuses, statuses } from './status-text.js';

export interface LsFlags extends DaemonFlags, OutputFlags {
  all?: true;
  status?: SessionStatus[];
  agent?: string;
  directory?: string;
  search?: string;
  limit?: number;
  quiet?: true;
  watch?: true;
}

const MORE_HELP = `
Sessions that have ended are left out, unless --all, --status or --search asks for them. With --watch and --json, each change
is one line of JSON.

Examples:
  $ greenroom ls                               what runs, and what waits for you
  $ greenroom ls -a --limit 20                 the latest sessions, also those that have ended
  $ greenroom ls --status waiting --watch      requests as they come
  $ greenroom ls --search "login page"         sessions with a text in their title or messages
  $ greenroom ls --directory . --json          the sessions of this folder, as JSON
  $ greenroom kill $(greenroom ls -q)          end all sessions
`;

export function lsCommand(): Command {
  const command = new Command('ls')
    .option('-a, --all', 'also sessions that have ended')
    .addOption(
      new Option(
        '--status <status>',
        `only with this status: ${statuses.join(', ')}; several separated by commas`,
      ).argParser(parseStatuses),
    )
    .option('--agent <agent>', 'only of this agent')
    .option('--directory <folder>', 'only those that work in this folder')
    .option('--search <text>', 'only with this text in their title or messages')
    .addOption(
      new Option('-n, --limit <number>', 'at most this many, those with the newest activity').argParser(
        parseCount,
      ),
    )
    .option('-q, --quiet', 'print ids only')
    .option('-w, --watch', 'go on showing changes');
  return withDaemonOptions(withJsonOption(command))
    .addHelpText('after', MORE_HELP)
    .action(async (flags: LsFlags) => (await import('./ls.js')).listSessions(flags));
}
