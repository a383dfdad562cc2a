import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.daemon;

export const daemonCommands: readonly CommandEntry[] = [
  {
    name: 'server',
    summary: 'Run the daemon in the foreground.',
    group,
    load: async () => (await import('./server-command.js')).serverCommand(),
  },
  {
    name: 'config',
    summary: 'Check and show the configuration of the daemon.',
    group,
    load: async () => (await import('../configuration/config-command.js')).configCommand(),
  },
];
