import { Command, Option } from 'commander';
import type { WhenBusy } from '../../client/index.js';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface SendFlags extends DaemonFlags, OutputFlags {
  attach?: string[];
  whenBusy?: WhenBusy;
  wait?: true;
  messageId?: string;
}

const waysWhenBusy = ['queue', 'steer', 'interrupt', 'reject'] as const satisfies readonly WhenBusy[];

const MORE_HELP = `
Without a text, or with - for one, the message is read from standard input. --wait goes on while the agent asks something;
then it says on standard error how to answer. Its exit code tells the outcome: 0 if the turn was completed, 6 if it failed,
130 if it was interrupted. A message that is sent again under the same --message-id is taken once.

Examples:
  $ greenroom send my-session "now fix the tests, too"
  $ git diff | greenroom send my-session
  $ greenroom send @last "what is in it?" --attach screenshot.png --wait
  $ greenroom send my-session "stop, do this first" --when-busy interrupt
`;

export function sendCommand(): Command {
  const command = new Command('send')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .argument('[text]', 'the message (default: what is read from standard input)')
    .addOption(
      new Option('-a, --attach <file>', 'a file to send with it; can be repeated').argParser(
        (file: string, before: string[] = []) => [...before, file],
      ),
    )
    .addOption(
      new Option('--when-busy <way>', 'what to do during a turn (default: queue)').choices(waysWhenBusy),
    )
    .option('-w, --wait', 'wait for the end of its turn, and print the answer')
    .option('--message-id <id>', 'an id of your own, to send it again safely');
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, text: string | undefined, flags: SendFlags) =>
      (await import('./send.js')).send(session, text, flags),
    );
}
