import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.data;

export const dataCommands: readonly CommandEntry[] = [
  {
    name: 'backup',
    summary: 'Copy the data folder, also of a running daemon.',
    group,
    load: async () => (await import('./backup-command.js')).backupCommand(),
  },
  {
    name: 'check',
    summary: 'Look for damage in the data folder.',
    group,
    load: async () => (await import('./check-command.js')).checkCommand(),
  },
  {
    name: 'compact',
    summary: 'Return all free space of the data folder to the file system.',
    group,
    load: async () => (await import('./compact-command.js')).compactCommand(),
  },
];
