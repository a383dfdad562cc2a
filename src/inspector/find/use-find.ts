import { useEffect, useState } from 'react';
import type { SearchMatch } from '../../client/index.js';
import { useSession } from '../session/use-session.js';

const PAUSE_MS = 200;
/** Further ones are found by a longer text. */
const MOST_MATCHES = 2000;

export interface Found {
  /** The text that these are the matches of. */
  text: string;
  matches: readonly SearchMatch[];
  isSearching: boolean;
  problem: string | null;
}

const nothing: Found = { text: '', matches: [], isSearching: false, problem: null };

/** Has the daemon search the whole conversation, also what the page has not loaded. */
export function useFind(text: string): Found {
  const { handle } = useSession();
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    setFound({ ...nothing, text, isSearching: text !== '' });
    if (text === '') return;
    const left = new AbortController();
    const { signal } = left;
    const search = async () => {
      const matches: SearchMatch[] = [];
      for (let after: number | null = 0; after !== null && matches.length < MOST_MATCHES; ) {
        const page = await handle.search(text, { after, signal });
        matches.push(...page.matches);
        after = page.nextAfter;
      }
      if (!signal.aborted) setFound({ text, matches, isSearching: false, problem: null });
    };
    const timer = setTimeout(() => {
      search().catch(
        (error: Error) => signal.aborted || setFound({ ...nothing, text, problem: error.message }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [handle, text]);
  return found;
}
