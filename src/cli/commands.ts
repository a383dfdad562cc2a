import { accessCommands } from './access/commands.js';
import { agentsCommands } from './agents/commands.js';
import type { CommandEntry } from './command-entry.js';
import { completionCommands } from './completion/commands.js';
import { conversationCommands } from './conversation/commands.js';
import { daemonCommands } from './daemon/commands.js';
import { dataCommands } from './data/commands.js';
import { recordingCommands } from './recording/commands.js';
import { sessionsCommands } from './sessions/commands.js';

/** All commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  ...conversationCommands,
  ...sessionsCommands,
  ...daemonCommands,
  ...agentsCommands,
  ...accessCommands,
  ...dataCommands,
  ...recordingCommands,
  ...completionCommands,
];
