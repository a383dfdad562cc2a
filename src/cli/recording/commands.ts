import { type CommandEntry, groups } from '../command-entry.js';

const group = groups.recordings;

export const recordingCommands: readonly CommandEntry[] = [
  {
    name: 'record',
    summary: 'Write a session to a file that can be replayed.',
    group,
    load: async () => (await import('./record-command.js')).recordCommand(),
  },
  {
    name: 'replay',
    summary: 'Run a recorded session through this version.',
    group,
    load: async () => (await import('./replay-command.js')).replayCommand(),
  },
];
