import { useEffect, useState } from 'react';
import type { ChangesResponse, Session, UniversalEvent } from '../../client/index.js';
import { useSession } from '../session/use-session.js';

/** Edits may come quickly one after another. */
const PAUSE_MS = 300;

export interface Changes {
  /** Null until they are loaded. */
  changes: ChangesResponse | null;
  problem: string | null;
}

/** What a session, or one of its turns, has changed; read again with each edit. Nothing for an undefined turn. */
export function useChanges(turn: string | null | undefined): Changes {
  const { handle } = useSession();
  const [loaded, setLoaded] = useState<Changes>({ changes: null, problem: null });
  useEffect(() => {
    if (turn === undefined) return;
    const left = new AbortController();
    const { signal } = left;
    const load = () =>
      handle.changes({ turn: turn ?? undefined, signal }).then(
        (changes) => signal.aborted || setLoaded({ changes, problem: null }),
        (error: Error) => signal.aborted || setLoaded((now) => ({ ...now, problem: error.message })),
      );
    void load();
    const stop = onEdit(handle, load);
    return () => {
      stop();
      left.abort();
    };
  }, [handle, turn]);
  const isStale = loaded.changes !== null && loaded.changes.turnId !== turn;
  return isStale ? { changes: null, problem: loaded.problem } : loaded;
}

/** Calls back after edits that happen from now on. */
function onEdit(session: Session, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const event = (each: UniversalEvent) => {
    if (!reportsEdit(each)) return;
    timer ??= setTimeout(() => {
      timer = null;
      callback();
    }, PAUSE_MS);
  };
  const subscription = session.subscribe({ event }, { after: 'latest' });
  return () => {
    subscription.close();
    if (timer !== null) clearTimeout(timer);
  };
}

function reportsEdit(event: UniversalEvent): boolean {
  if (event.type !== 'item.completed') return false;
  return event.data.item.content.some((part) => part.type === 'file_ref' && part.action !== 'read');
}
