import type { Attachment } from '../../../client/index.js';
import type { Draft } from './drafts.js';

/** Drafts survive a reload: their texts, and the files that were uploaded. */

const KEY = 'greenroom.drafts';
const MOST = 50;
const MAX_LENGTH = 200_000;

interface Stored {
  sessionId: string;
  text: string;
  files: { id: string; name: string; attachment: Attachment }[];
}

export function readDraft(sessionId: string): Draft | null {
  const stored = readAll().find((each) => each.sessionId === sessionId);
  if (!stored) return null;
  const files = stored.files.map((file) => ({ ...file, problem: null, preview: null }));
  return { text: stored.text, files };
}

/** The latest come first. An empty draft is forgotten. */
export function storeDraft(sessionId: string, { text, files }: Draft): void {
  const others = readAll().filter((each) => each.sessionId !== sessionId);
  const uploaded = files.flatMap(({ id, name, attachment }) =>
    attachment ? [{ id, name, attachment }] : [],
  );
  const isEmpty = text === '' && uploaded.length === 0;
  const kept = isEmpty
    ? others
    : [{ sessionId, text: text.slice(0, MAX_LENGTH), files: uploaded }, ...others];
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST)));
  } catch {
    // The storage is full or forbidden: the draft lasts as long as the page.
  }
}

function readAll(): Stored[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  } catch {
    return [];
  }
}

function isStored(value: unknown): value is Stored {
  const { sessionId, text, files } = (value ?? {}) as Partial<Stored>;
  return typeof sessionId === 'string' && typeof text === 'string' && Array.isArray(files);
}
