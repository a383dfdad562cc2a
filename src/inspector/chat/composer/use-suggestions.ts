import { useEffect, useState } from 'react';
import type { AgentCommand, FileMatch, Session } from '../../../client/index.js';
import type { Trigger } from './trigger.js';

/** An entry of the menu above the text. */
export interface Suggestion {
  /** What the word is replaced by. */
  text: string;
  name: string;
  detail: string;
  icon: 'bolt' | 'file' | 'folder';
}

const MOST = 50;
/** Typing on makes an earlier search worthless. */
const PAUSE_MS = 100;

interface Found {
  of: string;
  suggestions: readonly Suggestion[];
}

/** The commands of the agent or the files that complete a word; null if nothing is being completed, or nothing is known. */
export function useSuggestions(session: Session, trigger: Trigger | null): readonly Suggestion[] | null {
  const { kind = null, query = '' } = trigger ?? {};
  const [found, setFound] = useState<Found | null>(null);
  const [commands, setCommands] = useState<readonly AgentCommand[]>([]);
  const isCommand = kind === 'command';
  useEffect(() => {
    if (!isCommand) return;
    const abort = new AbortController();
    session.commands({ signal: abort.signal }).then(setCommands, () => {});
    return () => abort.abort();
  }, [session, isCommand]);
  useEffect(() => {
    if (kind !== 'file') return setFound(null);
    const abort = new AbortController();
    const { signal } = abort;
    const show = (files: FileMatch[]) => setFound({ of: query, suggestions: files.map(fileSuggestion) });
    const timer = setTimeout(() => {
      session.searchFiles(query, { limit: MOST, signal }).then(show, () => !signal.aborted && show([]));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [session, kind, query]);
  if (isCommand) return commandsFor(commands, query);
  return kind === 'file' ? (found?.suggestions ?? null) : null;
}

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

function fileSuggestion({ path, entryType }: FileMatch): Suggestion {
  const isFolder = entryType === 'directory';
  const name = isFolder ? `${path}/` : path;
  // Inside a folder the search goes on.
  return { text: isFolder ? `@${name}` : `@${name} `, name, detail: '', icon: isFolder ? 'folder' : 'file' };
}
