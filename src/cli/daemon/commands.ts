import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.daemon;

export const daemonCommands: readonly CommandEntry[] = [
  {
    name: 'up',
    summary: 'Start the daemon in the background.',
    group,
    load: async () => (await import('./up-command.js')).upCommand(),
  },
  {
    name: 'down',
    summary: 'Stop the daemon.',
    group,
    load: async () => (await import('./down-command.js')).downCommand(),
  },
  {
    name: 'status',
    summary: 'Show whether a daemon runs, its sessions and its log.',
    group,
    load: async () => (await import('./status-command.js')).statusCommand(),
  },
  {
    name: 'open',
    summary: 'Open the inspector in the browser, signed in.',
    group,
    load: async () => (await import('./open-command.js')).openCommand(),
  },
  {
    name: 'doctor',
    summary: 'Look for what is missing or misconfigured, and say what to do.',
    group,
    load: async () => (await import('../doctor/doctor-command.js')).doctorCommand(),
  },
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
