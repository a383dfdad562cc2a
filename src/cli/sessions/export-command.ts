import { Command, Option } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';

export type ExportFormat = 'md' | 'jsonl';

export interface ExportFlags extends DaemonFlags {
  format?: ExportFormat;
  output?: string;
  raw?: true;
}

const formats: readonly ExportFormat[] = ['md', 'jsonl'];

const MORE_HELP = `
A file is written as a whole or not at all.

Examples:
  $ greenroom export my-session                       the conversation as Markdown
  $ greenroom export my-session -o conversation.md
  $ greenroom export my-session -o events.jsonl       all events, one per line
  $ greenroom export my-session --format jsonl | jq -r .type | sort | uniq -c
`;

export function exportCommand(): Command {
  const command = new Command('export')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .addOption(
      new Option('--format <format>', 'md or jsonl (default: as the name of the file says, else md)').choices(
        formats,
      ),
    )
    .option('-o, --output <file>', 'file to write; - for standard output, the default')
    .option('--raw', 'as jsonl: with what the agent sent');
  return withDaemonOptions(command)
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: ExportFlags) =>
      (await import('./export.js')).exportSession(session, flags),
    );
}
