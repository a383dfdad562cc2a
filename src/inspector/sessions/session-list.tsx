import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useRefusal } from '../shell/own-token.js';
import { Button } from '../ui/button.js';
import { toggledIn } from '../ui/toggled-in.js';
import { VirtualList } from '../ui/virtual-list.js';
import { DeleteDialog } from './delete-dialog.js';
import { EndedRow, FolderRow } from './fold-rows.js';
import { matches } from './format.js';
import { grouped, type ListEntry } from './grouped.js';
import { moveBetweenRows } from './row-keys.js';
import { SessionRow } from './session-row.js';
import styles from './sessions.module.css';
import { type Filter, matchesStatus, StatusFilter } from './status-filter.js';
import { useNow } from './use-now.js';
import { useTextSearch } from './use-text-search.js';

export interface SessionListProps {
  sessions: readonly SessionInfo[];
  selected: string | null;
  onCreate(): void;
  /** Null if there are no older sessions than these. */
  onMore: (() => void) | null;
}

/** The sessions by folder, found by their names and by what was said in them. */
export function SessionList({ sessions, selected, onCreate, onMore }: SessionListProps) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [deleting, setDeleting] = useState<SessionInfo | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const refusal = useRefusal('send');
  const wanted = useDeferredValue(search.trim());
  const inText = useTextSearch(wanted);
  const now = useNow(30_000);
  const id = useId();
  const found = foundIn(sessions, wanted, inText.sessions).filter((each) => matchesStatus(filter, each));
  const entries = grouped(found, {
    closed,
    opened,
    showsEnded: filter === 'ended' || wanted !== '',
    selected,
    matches: inText.matches,
  });
  const show = useShow(entries, selected);
  const rowOf = (entry: ListEntry) => {
    if (entry.type === 'folder')
      return <FolderRow {...entry} onToggle={() => setClosed((all) => toggledIn(all, entry.folder))} />;
    if (entry.type === 'ended')
      return <EndedRow {...entry} onToggle={() => setOpened((all) => toggledIn(all, entry.folder))} />;
    const { session, match } = entry;
    const isSelected = session.sessionId === selected;
    return (
      <SessionRow session={session} match={match} isSelected={isSelected} now={now} onDelete={setDeleting} />
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the elements inside
    <div className={styles.list} onKeyDown={moveBetweenRows}>
      <div className={styles.head}>
        <h2>Sessions</h2>
        <Button
          kind="primary"
          disabled={refusal !== null}
          title={refusal ?? undefined}
          aria-description={refusal ?? undefined}
          onClick={onCreate}
        >
          New session
        </Button>
        <label className="visually-hidden" htmlFor={id}>
          Search sessions
        </label>
        <input
          id={id}
          type="search"
          placeholder="Search names and conversations"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <StatusFilter sessions={sessions} filter={filter} onChange={setFilter} />
      {entries.length > 0 ? (
        <VirtualList
          label="All sessions"
          count={entries.length}
          rowHeight={64}
          keyOf={(index) => entries[index]!.key}
          show={show}
        >
          {(index) => rowOf(entries[index]!)}
        </VirtualList>
      ) : (
        <p className={styles.none} role="status">
          {inText.isSearching ? 'Searching …' : wanted ? `No sessions match “${wanted}”.` : 'No sessions'}
        </p>
      )}
      {onMore && (
        <div className={styles.more}>
          <Button onClick={onMore}>Load older sessions</Button>
        </div>
      )}
      {deleting && (
        <DeleteDialog
          session={deleting}
          isOpen={deleting.sessionId === selected}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  );
}

/** Those with a matching name, and those that the daemon has found by their text, which may not be in the list. */
function foundIn(
  sessions: readonly SessionInfo[],
  wanted: string,
  inText: readonly SessionInfo[],
): readonly SessionInfo[] {
  if (wanted === '') return sessions;
  const ids = new Set(inText.map(({ sessionId }) => sessionId));
  const known = new Set(sessions.map(({ sessionId }) => sessionId));
  return [
    ...sessions.filter((session) => ids.has(session.sessionId) || matches(session, wanted)),
    ...inText.filter(({ sessionId }) => !known.has(sessionId)),
  ];
}

/** The row to scroll to: that of a session when it is selected, and not when the list changes around it. */
function useShow(entries: readonly ListEntry[], selected: string | null): number | null {
  const shown = useRef<string | null>(null);
  const index = entries.findIndex(({ key }) => key === selected);
  const isDue = shown.current !== selected && index >= 0;
  useEffect(() => {
    if (isDue || selected === null) shown.current = selected;
  }, [isDue, selected]);
  return isDue ? index : null;
}
