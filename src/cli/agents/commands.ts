import { type CommandEntry, groups } from '../command-entry.js';

export const agentsCommands: readonly CommandEntry[] = [
  {
    name: 'agents',
    summary: 'List the agents, install them, or log in to their providers.',
    group: groups.agents,
    load: async () => (await import('./agents-command.js')).agentsCommand(),
  },
];
