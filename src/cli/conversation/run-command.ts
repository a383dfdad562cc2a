import { Command, Option } from 'commander';
import { type SessionFlags, withSessionOptions } from './flags.js';
import type { OnRequest } from './unattended.js';

export interface RunFlags extends SessionFlags {
  session?: string;
  attach?: string[];
  onRequest?: OnRequest;
  json?: true;
}

const MORE_HELP = `
A daemon is started if none runs. Without --agent, the first word is the agent if it is the id of one; else it is
GREENROOM_AGENT, the first agent that is installed and logged in, or the mock agent.

While it runs, single keys answer what the agent asks, and Ctrl-C interrupts the turn. Ctrl-C again leaves: the session
goes on, and "greenroom attach" shows it again.

Text that is piped in is added to the prompt, or is the prompt. If standard output is no terminal, it gets the answers
as Markdown, and everything else goes to standard error. With --json, it gets the events, one per line.

Without a terminal, a request of the agent ends the command with exit code 7 and leaves the session waiting:
  --on-request fail     the default
  --on-request reject   every request is rejected, and the agent goes on
  --on-request wait     until somebody else answers

Exit codes: 0 the turn completed, 6 it failed, 8 the model refused, 9 its limit of turns was reached, 7 it waits for an
answer, 10 it goes on without this terminal, 130 it was interrupted. See: greenroom help exit-codes

Examples:
  $ greenroom run "fix the tests"
  $ greenroom run claude "fix the tests" --mode acceptEdits
  $ git diff | greenroom run codex "review this" > review.md
  $ greenroom run --session my-session "and now the linter"
  $ greenroom run mock demo
  $ greenroom run mock "echo hello" --json
`;

export function runCommand(): Command {
  const command = new Command('run')
    .argument('[words...]', 'the agent, if the first word is one, and the prompt')
    .addOption(
      new Option('-s, --session <session>', 'send it to this session instead of a new one').conflicts(
        'resume',
      ),
    )
    .option('--attach <file...>', 'files to send with the prompt')
    .addOption(
      new Option('--on-request <action>', 'what to do when the agent asks and nobody is there').choices([
        'wait',
        'reject',
        'fail',
      ]),
    )
    .option('--json', 'print the events, one JSON object per line')
    .addHelpText('after', MORE_HELP)
    .action(async (words: string[], flags: RunFlags) => (await import('./run.js')).run(words, flags));
  return withSessionOptions(command);
}
