import { type KeyboardEvent, useRef } from 'react';
import { useSession } from '../../session/use-session.js';
import { sentMessages } from './sent-messages.js';

interface Recall {
  messages: readonly string[];
  /** The index of the recalled message; beyond the last it is the draft. */
  at: number;
  /** What was being written before. */
  draft: string;
}

/**
 * Recalls earlier messages with the arrow keys, as terminals do. A text of one's own is left alone unless the caret is at
 * its very beginning.
 */
export function useRecall(text: string, onRecall: (text: string) => void) {
  const store = useSession();
  const recall = useRef<Recall | null>(null);
  const show = (now: Recall, at: number) => {
    recall.current = at === now.messages.length ? null : { ...now, at };
    onRecall(now.messages[at] ?? now.draft);
  };
  /** Returns whether the key was taken. */
  return ({ key, currentTarget, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent<HTMLTextAreaElement>) => {
    if (shiftKey || altKey || ctrlKey || metaKey) return false;
    const { current } = recall;
    const isRecalled = current !== null && current.messages[current.at] === text;
    const { selectionStart: start, selectionEnd: end } = currentTarget;
    if (key === 'ArrowUp' && start === end && (start === 0 || isRecalled)) {
      const now = isRecalled ? current : begun(sentMessages(store.transcript), text);
      if (now.at === 0) return isRecalled;
      show(now, now.at - 1);
      return true;
    }
    if (key !== 'ArrowDown' || !isRecalled) return false;
    show(current, current.at + 1);
    return true;
  };
}

const begun = (messages: readonly string[], draft: string): Recall => ({
  messages,
  at: messages.length,
  draft,
});
