import type { ToolKind } from '../../schema/index.js';

const MAX_LENGTH = 120;

/** For calls whose input is not known yet, or says nothing. */
const generic: Readonly<Record<ToolKind, string>> = {
  read: 'Read a file',
  edit: 'Edit a file',
  delete: 'Delete a file',
  move: 'Move a file',
  search: 'Search',
  execute: 'Run a command',
  fetch: 'Fetch from the web',
  think: 'Think',
  plan: 'Update the plan',
  agent: 'Run a sub-agent',
  question: 'Ask a question',
  other: 'Use a tool',
};

/** The title of a tool call: the first candidate that has words in it, or else a generic one. */
export function titleOf(kind: ToolKind, ...candidates: readonly unknown[]): string {
  for (const candidate of candidates) {
    const line = typeof candidate === 'string' ? firstLine(candidate) : '';
    if (line !== '') return line;
  }
  return generic[kind];
}

/** The first line with words in it, shortened. */
function firstLine(text: string): string {
  const rest = text.trimStart();
  const end = rest.search(/[\r\n]/);
  const line = (end < 0 ? rest : rest.slice(0, end)).trimEnd();
  if (line.length <= MAX_LENGTH) return line;
  // Cut between code points.
  return `${[...line.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH - 1).join('')}…`;
}

/** A search: the pattern first, then the place. */
export function searchTitle(pattern: unknown, place: string | null): string | null {
  if (typeof pattern !== 'string') return place;
  return place === null ? pattern : `${pattern} in ${place}`;
}

/** Several paths in one line. */
export function pathsTitle(paths: readonly string[]): string | null {
  const [first, ...others] = paths;
  if (first === undefined) return null;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** A tool of an MCP server, in words. */
export function mcpTitle(server: string, tool: string): string {
  return `${inWords(server)}: ${inWords(tool)}`;
}

/** A name of the program, in words: `read_web_page` → `read web page`. */
export function inWords(name: string): string {
  return name.replace(/[_-]+/g, ' ').trim();
}
