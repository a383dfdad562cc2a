import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.daemon;

export const completionCommands: readonly CommandEntry[] = [
  {
    name: 'completion',
    summary: 'Print a script that completes commands in your shell.',
    group,
    load: async () => (await import('./completion-command.js')).completionCommand(),
  },
  {
    name: 'complete',
    summary: 'Candidates for the scripts of greenroom completion.',
    group,
    isHidden: true,
    load: async () => (await import('./complete-command.js')).completeCommand(),
  },
];
