import { useSessionValue } from '../../session/use-session.js';
import { countOfThreads } from '../../sessions/format.js';
import { Alert } from '../../ui/alert.js';
import { runningThreads } from '../threads/running-threads.js';
import styles from './list.module.css';
import { MessageList } from './message-list.js';
import { useListRows } from './use-list-rows.js';

/** The messages, or a hint if there are none. */
export function Conversation() {
  const phase = useSessionValue((store) => store.phase);
  const error = useSessionValue((store) => store.error);
  const isRunning = useSessionValue((store) => store.transcript.turn !== null);
  const threads = useSessionValue((store) => runningThreads(store.transcript));
  const isWaiting = useSessionValue((store) => store.transcript.pending > 0);
  const { rows, view } = useListRows();
  const isLive = view.at === null;
  return (
    <MessageList rows={rows} view={view}>
      {phase === 'loading' && rows.length === 0 && <p className={styles.hint}>Loading …</p>}
      <Alert className={styles.alert} message={error?.message ?? null} />
      {phase === 'live' && rows.length === 0 && <p className={styles.hint}>No messages yet</p>}
      {(isRunning || threads > 0) && isLive && !isWaiting && (
        <p className={styles.working}>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {isRunning ? 'Working' : `${countOfThreads(threads)} working`}
        </p>
      )}
    </MessageList>
  );
}
