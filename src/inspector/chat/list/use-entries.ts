import { useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranscript } from '../../session/use-session.js';
import { FoldsContext } from '../folds.js';
import { arrange, type Entry } from './arrange.js';

/** What a tool call's own fold is called; its subagent has another one. */
export const insideOf = (key: string) => `inside ${key}`;

/** The rows as they are shown, and the event that they are looked at from. */
export function useEntries(): { entries: readonly Entry[]; at: number | null } {
  const { transcript, rows, at } = useTranscript();
  const folds = useContext(FoldsContext);
  const version = useSyncExternalStore(folds.subscribe, () => folds.version);
  // Rows are only ever added, so their number tells whether there is something to do.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the transcript and the folds are changed in place
  const entries = useMemo(
    () => arrange(transcript, (key) => !folds.isOpen(insideOf(key), true)),
    [transcript, rows, folds, version],
  );
  return { entries, at };
}
