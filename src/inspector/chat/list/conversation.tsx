import { useSessionValue } from '../../session/use-session.js';
import styles from './list.module.css';
import { MessageList } from './message-list.js';
import { useEntries } from './use-entries.js';

/** The messages, or a word where there are none. */
export function Conversation() {
  const phase = useSessionValue((store) => store.phase);
  const error = useSessionValue((store) => store.error);
  const isRunning = useSessionValue((store) => store.transcript.turn !== null);
  const isWaiting = useSessionValue((store) => store.transcript.pending > 0);
  const { entries, at } = useEntries();
  const isLive = at === null;
  return (
    <MessageList entries={entries} isLive={isLive}>
      {phase === 'loading' && entries.length === 0 && <p className={styles.hint}>Loading …</p>}
      {error && (
        <p className={styles.problem} role="alert">
          {error.message}
        </p>
      )}
      {phase === 'live' && entries.length === 0 && (
        <p className={styles.hint}>Say something. The agent listens.</p>
      )}
      {isRunning && isLive && !isWaiting && (
        <p className={styles.working}>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          Working
        </p>
      )}
    </MessageList>
  );
}
