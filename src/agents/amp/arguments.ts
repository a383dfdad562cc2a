import type { ConnectionContext } from '../agent.js';

/** Amp's modes, cheapest first. Each is a model, a system prompt and a set of tools. */
export const ampModes = ['low', 'medium', 'high', 'ultra'] as const;

/** Stands for no `--mode` flag: Amp then uses its own default. */
export const DEFAULT_MODE = 'default';

interface ArgumentOptions extends Pick<ConnectionContext, 'variant' | 'agentMode'> {
  /** The thread to continue, or null for a new one. */
  thread: string | null;
  settingsFile: string;
  mcpFile: string | null;
}

/** The CLI's arguments, without the program itself. */
export function argumentsFor({
  variant,
  agentMode,
  thread,
  settingsFile,
  mcpFile,
}: ArgumentOptions): string[] {
  const args = thread === null ? [] : ['threads', 'continue', thread];
  // The message goes through standard input: other users of the machine can read a command line.
  args.push('--execute', '--stream-json', '--stream-json-thinking', '--stream-json-input');
  args.push('--no-ide', '--no-archive-after-execute', '--settings-file', settingsFile);
  if (mcpFile !== null) args.push('--mcp-config', mcpFile);
  // Amp has no separate effort setting: a variant selects a mode, and wins over the agent mode.
  const mode = variant ?? agentMode;
  if (mode !== DEFAULT_MODE) args.push('--mode', mode);
  return args;
}
