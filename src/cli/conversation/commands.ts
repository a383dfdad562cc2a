import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.conversations;

export const conversationCommands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'Send a prompt to an agent, and show what it does.',
    group,
    load: async () => (await import('./run-command.js')).runCommand(),
  },
  {
    name: 'chat',
    summary: 'Have a conversation with an agent.',
    group,
    load: async () => (await import('./chat-command.js')).chatCommand(),
  },
  {
    name: 'attach',
    summary: 'Join the conversation of a session.',
    group,
    load: async () => (await import('./attach-command.js')).attachCommand(),
  },
];
