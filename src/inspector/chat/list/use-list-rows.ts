import { useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranscript } from '../../session/use-session.js';
import { FoldsContext } from '../folds.js';
import { arrange, type ListRow } from './arrange.js';
import { grouped } from './group.js';

/** The fold key of a sub-agent's thread; the row that heads it may have another one. */
export const threadFoldKey = (key: string) => `inside ${key}`;

/** The rows in reading order, and the selected event. */
export function useListRows(): { rows: readonly ListRow[]; at: number | null } {
  const { transcript, rows: rowCount, at } = useTranscript();
  const folds = useContext(FoldsContext);
  const version = useSyncExternalStore(folds.subscribe, () => folds.version);
  // Rows are append-only, so their number tells whether any were added.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the transcript and the folds are mutated in place
  const rows = useMemo(
    () =>
      grouped(
        arrange(transcript, (key) => !folds.isOpen(threadFoldKey(key), true)),
        transcript,
        (key) => folds.isOpen(key, false),
      ),
    [transcript, rowCount, folds, version],
  );
  return { rows, at };
}
