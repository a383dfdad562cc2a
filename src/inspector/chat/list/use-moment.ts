import { useContext, useEffect, useRef } from 'react';
import { type TranscriptView, useSession } from '../../session/use-session.js';
import { chatRowKey } from '../../timeline/chat-row-key.js';
import { TranscriptContext } from '../transcript-context.js';
import { type ListRow, placeOf } from './arrange.js';

/** Scrolls to the row of the selected event, and to the end when the reader is back from the past. */
export function useMoment(
  { at }: TranscriptView,
  rows: readonly ListRow[],
  isElsewhere: boolean,
  show: (index: number) => void,
  toEnd: () => void,
): void {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  const before = useRef(at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another event is selected
  useEffect(() => {
    const wasPast = before.current !== null;
    before.current = at;
    if (isElsewhere) return;
    if (at === null) {
      if (wasPast) toEnd();
      return;
    }
    const event = store.pages.get(at);
    const key = event ? chatRowKey(event) : null;
    const index = key === null ? -1 : placeOf(rows, transcript, key);
    if (rows.length > 0) show(index < 0 ? rows.length - 1 : index);
  }, [at]);
}
