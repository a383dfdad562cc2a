import { useContext, useMemo, useSyncExternalStore } from 'react';
import { type TranscriptView, useTranscript } from '../../session/use-session.js';
import { FoldsContext } from '../folds.js';
import { arrange, type ListRow } from './arrange.js';
import { grouped } from './group.js';

/** The fold key of a sub-agent's thread; the row that heads it may have another one. */
export const threadFoldKey = (key: string) => `inside ${key}`;

/** The rows in reading order, and the conversation that they are from. */
export function useListRows(): { rows: readonly ListRow[]; view: TranscriptView } {
  const view = useTranscript();
  const { transcript, rows: all, count } = view;
  const folds = useContext(FoldsContext);
  const version = useSyncExternalStore(folds.subscribe, () => folds.version);
  // Rows are appended, or replaced as a whole; so their number and identity tell whether any were added.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the transcript and the folds are mutated in place
  const rows = useMemo(
    () =>
      grouped(
        arrange(transcript, (key) => !folds.isOpen(threadFoldKey(key), true)),
        transcript,
        (key) => folds.isOpen(key, false),
      ),
    [transcript, all, count, folds, version],
  );
  return { rows, view };
}
