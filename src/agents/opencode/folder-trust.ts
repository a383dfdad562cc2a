import { instructionFiles } from '../kit/folder/instructions.js';
import type { Untrusted } from './configuration.js';

/** By precedence: OpenCode reads those of the first name that is found at all. */
const names = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md'];

/** What a server needs for a folder that is not trusted. */
export async function withoutFolder(directory: string, env: Readonly<NodeJS.ProcessEnv>): Promise<Untrusted> {
  const isOff = env.OPENCODE_DISABLE_CLAUDE_CODE || env.OPENCODE_DISABLE_CLAUDE_CODE_PROMPT;
  for (const name of names) {
    if (name === 'CLAUDE.md' && isOff) continue;
    const instructions = await instructionFiles(directory, [name]);
    if (instructions.length > 0) return { instructions };
  }
  return { instructions: [] };
}
