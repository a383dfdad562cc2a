import { Command } from 'commander';
import { type SessionFlags, withSessionOptions } from './flags.js';

const MORE_HELP = `
Enter sends a message, Alt-Enter or a backslash before Enter begins another line, and the arrow up brings earlier messages
back. What is sent during a turn is queued. When the agent asks for something, single keys answer it.

Ctrl-C interrupts the turn; twice, it leaves, as Ctrl-D does. The session stays: see greenroom attach.

/help lists the commands. Other words with a slash go to the agent, which may have commands of its own.

Examples:
  $ greenroom chat
  $ greenroom chat claude --model opus -C ~/project
  $ greenroom chat --agent codex --mode plan
`;

export function chatCommand(): Command {
  const command = new Command('chat')
    .argument('[agent]', 'the agent (default: the one that greenroom run takes)')
    .addHelpText('after', MORE_HELP)
    .action(async (agent: string | undefined, flags: SessionFlags) =>
      (await import('./chat.js')).chat(agent, flags),
    );
  return withSessionOptions(command);
}
