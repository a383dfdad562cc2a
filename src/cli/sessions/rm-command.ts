import { Command, Option } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { parseDuration } from '../terminal/duration.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface RmFlags extends DaemonFlags, OutputFlags {
  force?: true;
  ended?: true;
  olderThan?: number;
  dryRun?: true;
}

const MORE_HELP = `
Deletes sessions with their logs, for good. One that has not ended is ended first; that, and --ended, asks in a terminal, and
requires --force elsewhere.

Examples:
  $ greenroom rm my-session
  $ greenroom rm -f my-session another            also if they are running
  $ greenroom rm --ended --older-than 7d          all that ended without activity in the last week
  $ greenroom rm --ended --dry-run                what that would delete
`;

export function rmCommand(): Command {
  const command = new Command('rm')
    .argument('[session...]', 'their ids, the beginnings of them, or @last')
    .option('-f, --force', 'do not ask')
    .option('--ended', 'all sessions that have ended')
    .addOption(
      new Option(
        '--older-than <duration>',
        'with --ended: only without activity for so long, such as 7d',
      ).argParser(parseDuration),
    )
    .option('--dry-run', 'delete nothing, and print what would be deleted');
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (sessions: string[], flags: RmFlags) =>
      (await import('./rm.js')).removeSessions(sessions, flags),
    );
}
