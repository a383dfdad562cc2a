import type { Command } from 'commander';

/** The headings of the help. */
export const groups = {
  conversations: 'Conversations:',
  sessions: 'Sessions:',
  daemon: 'Daemon:',
  agents: 'Agents:',
  access: 'Access:',
  data: 'Data:',
  recordings: 'Recordings:',
} as const;

/** A command as the help of the program shows it. Its options and its code are loaded when it is used. */
export interface CommandEntry {
  name: string;
  /** A sentence; also the description in the command's own help. */
  summary: string;
  group: (typeof groups)[keyof typeof groups];
  /** Left out of the help and of completions. */
  isHidden?: boolean;
  load(): Promise<Command>;
}
