import { useEffect, useState } from 'react';
import type { SessionInfo, SessionMatch } from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';

const PAUSE_MS = 250;
const MIN_CHARS = 2;
const MOST_SESSIONS = 100;

export interface TextSearch {
  sessions: readonly SessionInfo[];
  matches: ReadonlyMap<string, SessionMatch>;
  isSearching: boolean;
}

const nothing: TextSearch = { sessions: [], matches: new Map(), isSearching: false };

/** Has the daemon look for a text in the conversations of all sessions. */
export function useTextSearch(wanted: string): TextSearch {
  const client = useGreenroom();
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    setFound(nothing);
    if (wanted.length < MIN_CHARS) return;
    const left = new AbortController();
    const { signal } = left;
    const search = async () => {
      let now: TextSearch = { ...nothing, isSearching: true };
      for (let cursor: string | null = null; now.isSearching; ) {
        const page = await client.sessions.page({ search: wanted, ...(cursor && { cursor }) }, { signal });
        cursor = page.nextCursor;
        const sessions = [...now.sessions, ...page.sessions];
        now = {
          sessions,
          matches: new Map(
            [...now.matches.values(), ...(page.matches ?? [])].map((each) => [each.sessionId, each]),
          ),
          isSearching: cursor !== null && sessions.length < MOST_SESSIONS,
        };
        if (!signal.aborted) setFound(now);
      }
    };
    const timer = setTimeout(() => {
      setFound({ ...nothing, isSearching: true });
      // Without a connection, the names are searched alone.
      search().catch(() => signal.aborted || setFound(nothing));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [client, wanted]);
  return found;
}
