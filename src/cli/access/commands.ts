import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.access;

export const accessCommands: readonly CommandEntry[] = [
  {
    name: 'token',
    summary: 'Create, list and revoke tokens of a running daemon.',
    group,
    load: async () => (await import('./token-command.js')).tokenCommand(),
  },
  {
    name: 'pair',
    summary: 'Print a link that signs a browser in, once.',
    group,
    load: async () => (await import('./pair-command.js')).pairCommand(),
  },
  {
    name: 'trust',
    summary: 'List the folders that are trusted, or change them.',
    group,
    load: async () => (await import('./trust-command.js')).trustCommand(),
  },
  {
    name: 'secret-key',
    summary: 'Create a key to store secrets of sessions with.',
    group,
    load: async () => (await import('./secret-key-command.js')).secretKeyCommand(),
  },
];
