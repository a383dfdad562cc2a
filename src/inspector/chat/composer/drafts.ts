import { useSyncExternalStore } from 'react';
import type { Attachment } from '../../../client/index.js';
import { Listeners } from '../../session/listeners.js';

/** A file attached to a draft. */
export interface DraftFile {
  id: string;
  name: string;
  /** The attachment to send; null until it is uploaded. */
  attachment: Attachment | null;
  /** The error of a failed upload. */
  problem: string | null;
  /** The object URL of an image's preview. */
  preview: string | null;
}

/** An unsent message. */
export interface Draft {
  text: string;
  files: readonly DraftFile[];
}

const empty: Draft = { text: '', files: [] };
const drafts = new Map<string, Draft>();
const listeners = new Listeners();

export function changeDraft(sessionId: string, next: (now: Draft) => Draft): void {
  drafts.set(sessionId, next(drafts.get(sessionId) ?? empty));
  listeners.notify();
}

/** The session's draft. It is kept while other sessions are open. */
export function useDraft(sessionId: string): [Draft, (next: (now: Draft) => Draft) => void] {
  const draft = useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => drafts.get(sessionId) ?? empty,
  );
  return [draft, (next) => changeDraft(sessionId, next)];
}

export const emptyDraft = (): Draft => empty;
