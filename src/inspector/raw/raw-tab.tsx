import { useSession, useSessionValue } from '../session/use-session.js';
import { VirtualList } from '../ui/virtual-list.js';
import styles from './raw.module.css';

/** The events as they are. */
export function RawTab() {
  const { events } = useSession();
  const count = useSessionValue((store) => store.events.length);
  return (
    <VirtualList label="Events as JSON" count={count} rowHeight={220} keyOf={(index) => index}>
      {(index) => <pre className={styles.event}>{JSON.stringify(events[index], null, 2)}</pre>}
    </VirtualList>
  );
}
