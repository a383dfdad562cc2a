import { type CommandEntry, groups } from '../command-entry.js';

export const agentsCommands: readonly CommandEntry[] = [
  {
    name: 'agents',
    summary: 'List the agents, or install them.',
    group: groups.agents,
    load: async () => (await import('./agents-command.js')).agentsCommand(),
  },
];
