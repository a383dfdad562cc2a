import { useDeferredValue, useId, useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useRefusal } from '../shell/own-token.js';
import { Button } from '../ui/button.js';
import { VirtualList } from '../ui/virtual-list.js';
import { DeleteDialog } from './delete-dialog.js';
import { matches } from './format.js';
import { moveBetweenRows } from './row-keys.js';
import { SessionRow } from './session-row.js';
import styles from './sessions.module.css';
import { type Filter, matchesStatus, StatusFilter } from './status-filter.js';
import { useNow } from './use-now.js';

export interface SessionListProps {
  sessions: readonly SessionInfo[];
  selected: string | null;
  onCreate(): void;
  /** Null if there are no older sessions than these. */
  onMore: (() => void) | null;
}

export function SessionList({ sessions, selected, onCreate, onMore }: SessionListProps) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [deleting, setDeleting] = useState<SessionInfo | null>(null);
  const refusal = useRefusal('send');
  const wanted = useDeferredValue(search.trim());
  const now = useNow(30_000);
  const id = useId();
  const shown = sessions.filter((session) => matchesStatus(filter, session));
  const found = wanted === '' ? shown : shown.filter((session) => matches(session, wanted));
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
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <StatusFilter sessions={sessions} filter={filter} onChange={setFilter} />
      {found.length > 0 ? (
        <VirtualList
          label="All sessions"
          count={found.length}
          rowHeight={76}
          keyOf={(index) => found[index]!.sessionId}
        >
          {(index) => (
            <SessionRow
              session={found[index]!}
              isSelected={found[index]!.sessionId === selected}
              now={now}
              onDelete={setDeleting}
            />
          )}
        </VirtualList>
      ) : (
        <p className={styles.none}>{wanted ? `No sessions match “${wanted}”.` : 'No sessions'}</p>
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
