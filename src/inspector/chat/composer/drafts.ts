import { useSyncExternalStore } from 'react';
import type { Attachment } from '../../../client/index.js';
import { Listeners } from '../../session/listeners.js';

/** A file that is to go with a message. */
export interface DraftFile {
  id: string;
  name: string;
  /** What the message will say of it; null as long as the daemon has not got it. */
  attachment: Attachment | null;
  /** Why the daemon has not got it. */
  problem: string | null;
  /** The object URL of a small picture of it. */
  preview: string | null;
}

/** A message that is being written. */
export interface Draft {
  text: string;
  files: readonly DraftFile[];
}

const noDraft: Draft = { text: '', files: [] };
const drafts = new Map<string, Draft>();
const listeners = new Listeners();

export function changeDraft(sessionId: string, next: (now: Draft) => Draft): void {
  drafts.set(sessionId, next(drafts.get(sessionId) ?? noDraft));
  listeners.tell();
}

/** What is being written to a session. It stays while one looks at another. */
export function useDraft(sessionId: string): [Draft, (next: (now: Draft) => Draft) => void] {
  const draft = useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => drafts.get(sessionId) ?? noDraft,
  );
  return [draft, (next) => changeDraft(sessionId, next)];
}

export const emptied = (): Draft => noDraft;
