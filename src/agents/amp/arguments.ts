import type { ConnectionContext } from '../agent.js';

/** What Amp calls modes: each is a model, a system prompt and a choice of tools, from the cheapest to the most thorough. */
export const MODES = ['low', 'medium', 'high', 'ultra'] as const;

/** The mode that is not asked for: Amp takes its own. */
export const DEFAULT_MODE = 'default';

interface Wishes extends Pick<ConnectionContext, 'variant' | 'agentMode'> {
  /** The thread to go on with. */
  thread: string | null;
  settingsFile: string;
  mcpFile: string | null;
}

/** The command line of the CLI, without the program. */
export function argumentsFor({ variant, agentMode, thread, settingsFile, mcpFile }: Wishes): string[] {
  const args = thread === null ? [] : ['threads', 'continue', thread];
  // Without a message: it is read from standard input, where no other user of the machine sees it.
  args.push('--execute', '--stream-json', '--stream-json-thinking', '--stream-json-input');
  args.push('--no-ide', '--no-archive-after-execute', '--settings-file', settingsFile);
  if (mcpFile !== null) args.push('--mcp-config', mcpFile);
  // Amp's modes are its levels of effort too. The effort is asked for by those who know no agent in particular.
  const mode = variant ?? agentMode;
  if (mode !== DEFAULT_MODE) args.push('--mode', mode);
  return args;
}
