import { Argument, Command, Option } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';
import { parseCount, parseNatural } from './count.js';

export interface QueueFlags extends DaemonFlags, OutputFlags {}

export interface QueueChangeFlags extends QueueFlags {
  revision?: number;
}

export interface QueueSendFlags extends QueueChangeFlags {
  interrupt?: true;
}

const MORE_HELP = `
A message is named by its id, the beginning of one, or its number in the list. A change is refused if somebody else changes
the message at the same time; --revision names the revision that the change is based on.

Examples:
  $ greenroom queue my-session
  $ greenroom queue edit my-session 1 "fix the tests first"
  $ greenroom queue move my-session 3 1
  $ greenroom queue send my-session 1 --interrupt
  $ greenroom queue rm my-session 2
`;

export function queueCommand(): Command {
  const command = new Command('queue').argument('<session>', 'its id, the beginning of one, or @last');
  return withDaemonOptions(withJsonOption(command))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, flags: QueueFlags) =>
      (await import('./queue.js')).listQueue(session, flags),
    )
    .addCommand(editCommand())
    .addCommand(moveCommand())
    .addCommand(sendCommand())
    .addCommand(removeCommand());
}

function editCommand(): Command {
  return changeCommand('edit', 'Change the text of a queued message.')
    .argument(
      '[text]',
      'the new text (default: an editor in a terminal, else what is read from standard input)',
    )
    .addOption(revisionOption())
    .addHelpText(
      'after',
      `
Examples:
  $ greenroom queue edit my-session 1 "fix the tests first"
  $ greenroom queue edit my-session 1                         in $VISUAL or $EDITOR
  $ greenroom queue edit my-session msg_9f2 < better.md
`,
    )
    .action(
      async (session: string, message: string, text: string | undefined, _: unknown, command: Command) =>
        (await import('./queue.js')).editQueued(session, message, text, command.optsWithGlobals()),
    );
}

function moveCommand(): Command {
  return changeCommand('move', 'Move a queued message to another place.')
    .addArgument(new Argument('<place>', 'its new number, from 1, which is sent next').argParser(parseCount))
    .addOption(revisionOption())
    .addHelpText(
      'after',
      `
Examples:
  $ greenroom queue move my-session 3 1    send the third message next
`,
    )
    .action(async (session: string, message: string, place: number, _: unknown, command: Command) =>
      (await import('./queue.js')).moveQueued(session, message, place, command.optsWithGlobals()),
    );
}

function sendCommand(): Command {
  return changeCommand('send', 'Send a queued message now, in the running turn.')
    .option('--interrupt', 'interrupt the running turn instead, and send it next')
    .addOption(revisionOption())
    .addHelpText(
      'after',
      `
Examples:
  $ greenroom queue send my-session 1
  $ greenroom queue send my-session 1 --interrupt
`,
    )
    .action(async (session: string, message: string, _: unknown, command: Command) =>
      (await import('./queue.js')).sendQueued(session, message, command.optsWithGlobals()),
    );
}

function removeCommand(): Command {
  const command = new Command('rm')
    .description('Take queued messages back.')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .argument('<message...>', 'ids, or numbers in the list');
  return withDaemonOptions(withJsonOption(command))
    .addHelpText(
      'after',
      `
Examples:
  $ greenroom queue rm my-session 2
`,
    )
    .action(async (session: string, messages: string[], _: unknown, command: Command) =>
      (await import('./queue.js')).removeQueued(session, messages, command.optsWithGlobals()),
    );
}

/** Commander gives the options of all of these to `queue`; they are here for the help. */
function changeCommand(name: string, description: string): Command {
  const command = new Command(name)
    .description(description)
    .argument('<session>', 'its id, the beginning of one, or @last')
    .argument('<message>', 'its id, the beginning of one, or its number in the list');
  return withDaemonOptions(withJsonOption(command));
}

function revisionOption(): Option {
  return new Option(
    '--revision <number>',
    'refuse the change if the message is at another revision (default: the one that is found)',
  ).argParser(parseNatural);
}
