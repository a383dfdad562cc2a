import type { AgentCommand } from '../../schema/index.js';

/** More than any menu can show. */
const MOST = 500;
/** Descriptions of skills are written for models, and may be pages long. */
const MAX_LENGTH = 160;

/** The commands of an agent, for the metadata of its session. */
export function agentCommands(
  commands: readonly { name: string; description?: string | undefined; hint?: string | undefined }[],
): AgentCommand[] {
  return commands.slice(0, MOST).map(({ name, description = '', hint = '' }) => ({
    name,
    ...(description === '' ? {} : { description: cut(description) }),
    ...(hint === '' ? {} : { hint: cut(hint) }),
  }));
}

/** On one line, cut between code points. */
function cut(text: string): string {
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_LENGTH ? line : `${[...line].slice(0, MAX_LENGTH - 1).join('')}…`;
}
