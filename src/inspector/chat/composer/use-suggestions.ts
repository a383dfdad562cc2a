import { useEffect, useState } from 'react';
import type { AgentCommand, FileMatch, Session } from '../../../client/index.js';
import { commandsFor, MOST, type Suggestion } from './suggestions.js';
import type { Trigger } from './trigger.js';

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

function fileSuggestion({ path, entryType }: FileMatch): Suggestion {
  const isFolder = entryType === 'directory';
  const name = isFolder ? `${path}/` : path;
  // Inside a folder the search goes on.
  return { text: isFolder ? `@${name}` : `@${name} `, name, detail: '', icon: isFolder ? 'folder' : 'file' };
}
