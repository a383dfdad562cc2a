import { Command, Option } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { parseNatural } from './count.js';

export type DiagramFormat = 'svg' | 'mmd';

export interface DiagramFlags extends DaemonFlags {
  format?: DiagramFormat;
  output?: string;
  at?: number;
}

const formats: readonly DiagramFormat[] = ['svg', 'mmd'];

const MORE_HELP = `
The session's state machine with its active states highlighted, as SVG or as Mermaid, which Markdown documents can include.

Examples:
  $ greenroom diagram my-session -o state.svg
  $ greenroom diagram my-session --at 42 -o then.svg     as it was after event 42
  $ greenroom diagram my-session --format mmd
`;

export function diagramCommand(): Command {
  const command = new Command('diagram')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .addOption(
      new Option('--format <format>', 'svg or mmd (default: as the name of the file says, else svg)').choices(
        formats,
      ),
    )
    .option('-o, --output <file>', 'file to write; - for standard output, the default')
    .addOption(new Option('--at <sequence>', 'as it was after this event').argParser(parseNatural));
  return withDaemonOptions(command)
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: DiagramFlags) =>
      (await import('./diagram.js')).diagram(session, flags),
    );
}
