import { useSession, useSessionValue } from '../session/use-session.js';
import { navigate, useRoute } from '../shell/route.js';
import { VirtualList } from '../ui/virtual-list.js';
import styles from './timeline.module.css';

/** Every event; one that is picked shows the session as it was then. */
export function TimelineTab() {
  const { sessionId, events } = useSession();
  const count = useSessionValue((store) => store.events.length);
  const { at } = useRoute();
  return (
    <VirtualList label="Events" count={count} rowHeight={32} keyOf={(index) => index}>
      {(index) => {
        const { sequence, time, type } = events[index]!;
        return (
          <button
            type="button"
            className={styles.event}
            aria-pressed={sequence === at}
            onClick={() =>
              navigate({ sessionId, view: 'timeline', at: sequence === at ? null : sequence }, 'replace')
            }
          >
            <span>{sequence}</span>
            <span>{type}</span>
            <time dateTime={time}>{time.slice(11, 23)}</time>
          </button>
        );
      }}
    </VirtualList>
  );
}
