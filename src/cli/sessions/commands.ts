import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.sessions;

export const sessionsCommands: readonly CommandEntry[] = [
  {
    name: 'ls',
    summary: 'List the sessions.',
    group,
    load: async () => (await import('./ls-command.js')).lsCommand(),
  },
  {
    name: 'inspect',
    summary: 'Show everything about a session.',
    group,
    load: async () => (await import('./inspect-command.js')).inspectCommand(),
  },
  {
    name: 'logs',
    summary: 'Print the events of a session, and follow them.',
    group,
    load: async () => (await import('./logs-command.js')).logsCommand(),
  },
  {
    name: 'send',
    summary: 'Send a message to a session.',
    group,
    load: async () => (await import('./send-command.js')).sendCommand(),
  },
  {
    name: 'queue',
    summary: 'List the messages that wait for the running turn to end, or change them.',
    group,
    load: async () => (await import('./queue-command.js')).queueCommand(),
  },
  {
    name: 'reply',
    summary: 'Answer what the agent of a session asks.',
    group,
    load: async () => (await import('./reply-command.js')).replyCommand(),
  },
  {
    name: 'interrupt',
    summary: 'Interrupt the running turn of a session, which stays open.',
    group,
    load: async () => (await import('./interrupt-command.js')).interruptCommand(),
  },
  {
    name: 'configure',
    summary: 'Change model, modes, title or variables of a session.',
    group,
    load: async () => (await import('./configure-command.js')).configureCommand(),
  },
  {
    name: 'resume',
    summary: 'Continue an earlier conversation in a new session.',
    group,
    load: async () => (await import('./resume-command.js')).resumeCommand(),
  },
  {
    name: 'fork',
    summary: 'Continue a copy of a conversation in a new session.',
    group,
    load: async () => (await import('./fork-command.js')).forkCommand(),
  },
  {
    name: 'kill',
    summary: 'End sessions with all processes of their agents; they stay readable.',
    group,
    load: async () => (await import('./kill-command.js')).killCommand(),
  },
  {
    name: 'rm',
    summary: 'Delete sessions with their logs.',
    group,
    load: async () => (await import('./rm-command.js')).rmCommand(),
  },
  {
    name: 'export',
    summary: 'Write a session as Markdown or JSON lines.',
    group,
    load: async () => (await import('./export-command.js')).exportCommand(),
  },
  {
    name: 'diagram',
    summary: 'Draw the state machine of a session, now or as it was.',
    group,
    load: async () => (await import('./diagram-command.js')).diagramCommand(),
  },
];
