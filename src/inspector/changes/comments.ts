import { useSyncExternalStore } from 'react';
import { Listeners } from '../session/listeners.js';

/** A remark on a line of a diff, which is not sent yet. */
export interface Comment {
  id: string;
  path: string;
  /** Its number after the change, or before it if it was removed. */
  line: number;
  isRemoved: boolean;
  /** The line as it is in the diff, with its sign. */
  quote: string;
  text: string;
}

const none: readonly Comment[] = [];
const listeners = new Listeners();
const known = new Map<string, readonly Comment[]>();
const keyOf = (sessionId: string) => `greenroom.comments.${sessionId}`;

/** The comments of a session. They survive a reload of the page. */
export function useComments(sessionId: string): readonly Comment[] {
  return useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => commentsOf(sessionId),
  );
}

export function changeComments(
  sessionId: string,
  change: (now: readonly Comment[]) => readonly Comment[],
): void {
  const next = change(commentsOf(sessionId));
  known.set(sessionId, next);
  if (next.length === 0) sessionStorage.removeItem(keyOf(sessionId));
  else sessionStorage.setItem(keyOf(sessionId), JSON.stringify(next));
  listeners.notify();
}

function commentsOf(sessionId: string): readonly Comment[] {
  let comments = known.get(sessionId);
  if (!comments) {
    comments = stored(sessionId);
    known.set(sessionId, comments);
  }
  return comments;
}

function stored(sessionId: string): readonly Comment[] {
  try {
    const comments: unknown = JSON.parse(sessionStorage.getItem(keyOf(sessionId)) ?? '[]');
    return Array.isArray(comments) && comments.length > 0 ? comments : none;
  } catch {
    return none;
  }
}

/** All comments as one message to the agent. */
export function messageOf(comments: readonly Comment[]): string {
  const parts = comments.map(({ path, line, isRemoved, quote, text }) => {
    const place = isRemoved ? `${path}, removed line ${line}` : `${path}:${line}`;
    return `${place}\n> ${quote}\n${text}`;
  });
  const head = comments.length === 1 ? 'A comment on your changes:' : 'Comments on your changes:';
  return [head, ...parts].join('\n\n');
}
