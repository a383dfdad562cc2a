import type { AgentCommand } from '../../../client/index.js';

/** An entry of the menu above the text. */
export interface Suggestion {
  /** What the word is replaced by. */
  text: string;
  name: string;
  detail: string;
  icon: 'bolt' | 'file' | 'folder';
}

/** More than anybody reads. */
export const MOST = 50;

/** Those whose name begins with the query come first, then those whose name or description contains it. */
export function commandsFor(commands: readonly AgentCommand[], query: string): Suggestion[] {
  const wanted = query.toLowerCase();
  const rank = ({ name, description = '' }: AgentCommand): number => {
    const known = name.toLowerCase();
    if (known.startsWith(wanted)) return 0;
    if (known.includes(wanted)) return 1;
    return wanted.length > 1 && description.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return commands
    .filter((command) => rank(command) < 3)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
    .map(({ name, description = '', hint }) => ({
      text: `/${name} `,
      name: hint === undefined ? `/${name}` : `/${name} ${hint}`,
      detail: description,
      icon: 'bolt',
    }));
}
