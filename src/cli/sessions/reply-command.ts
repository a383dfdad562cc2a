import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface ReplyFlags extends DaemonFlags, OutputFlags {
  message?: string;
}

const MORE_HELP = `
Without a reply, it lists what is pending, with what can be replied. A request is named by its id or the beginning of one; if
a single one is pending, it need not be named.

A permission is answered with once, always or reject. A question is answered with the number or label of an option or with
any other text, several questions with one argument each, several options with commas between them; reject answers none.

Examples:
  $ greenroom reply my-session                             what is pending
  $ greenroom reply my-session once                        the one that is pending
  $ greenroom reply my-session perm_8f2 reject --message "use npm test instead"
  $ greenroom reply my-session ques_1c9 2                   the second option
  $ greenroom reply my-session ques_1c9 Large 1,3           two questions, the second with two options
`;

export function replyCommand(): Command {
  const command = new Command('reply')
    .argument('<session>', 'its id, the beginning of one, or @last')
    .argument('[request]', 'id of the request (default: the one that is pending)')
    .argument('[reply...]', 'once, always or reject; or an answer for each question')
    .option('-m, --message <text>', 'the reason of a rejection, which the agent is told');
  return withDaemonOptions(withJsonOption(command, 'print JSON'))
    .addHelpText('after', MORE_HELP)
    .action(async (session: string, request: string | undefined, reply: string[], flags: ReplyFlags) => {
      const words = request === undefined ? [] : [request, ...reply];
      await (await import('./reply.js')).reply(session, words, flags);
    });
}
