import { useSyncExternalStore } from 'react';
import type { Attachment } from '../../../client/index.js';
import { Listeners } from '../../session/listeners.js';
import { readDraft, storeDraft } from './stored-drafts.js';

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
  const draft = next(draftOf(sessionId));
  drafts.set(sessionId, draft);
  storeDraft(sessionId, draft);
  listeners.notify();
}

function draftOf(sessionId: string): Draft {
  const known = drafts.get(sessionId);
  if (known) return known;
  const draft = readDraft(sessionId) ?? empty;
  drafts.set(sessionId, draft);
  return draft;
}

/** The session's draft. It is kept while other sessions are open, and when the page is loaded again. */
export function useDraft(sessionId: string): [Draft, (next: (now: Draft) => Draft) => void] {
  const draft = useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => draftOf(sessionId),
  );
  return [draft, (next) => changeDraft(sessionId, next)];
}

export const emptyDraft = (): Draft => empty;
