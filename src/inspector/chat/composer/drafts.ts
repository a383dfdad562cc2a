import { useSyncExternalStore } from 'react';
import { Listeners } from '../../session/listeners.js';

/** A message that is being written. */
export interface Draft {
  text: string;
  /** Paths on the daemon's machine. */
  attachments: readonly string[];
}

const noDraft: Draft = { text: '', attachments: [] };
const drafts = new Map<string, Draft>();
const listeners = new Listeners();

function change(sessionId: string, next: (now: Draft) => Draft): void {
  drafts.set(sessionId, next(drafts.get(sessionId) ?? noDraft));
  listeners.tell();
}

/** What is being written to a session. It stays while one looks at another. */
export function useDraft(sessionId: string): [Draft, (next: (now: Draft) => Draft) => void] {
  const draft = useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => drafts.get(sessionId) ?? noDraft,
  );
  return [draft, (next) => change(sessionId, next)];
}

export const emptied = (): Draft => noDraft;
