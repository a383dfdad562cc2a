import { useSession, useSessionValue, useTranscript } from '../session/use-session.js';
import { nameOf, statusWords } from '../sessions/format.js';
import { navigate } from '../shell/route.js';
import { Button } from '../ui/button.js';
import styles from './chat.module.css';
import { Composer } from './composer.js';
import { ChatRow } from './row.js';
import { useStickToEnd } from './use-stick-to-end.js';

/** The conversation of the open session, now or as it was. */
export function Chat() {
  const { sessionId } = useSession();
  const phase = useSessionValue((store) => store.phase);
  const error = useSessionValue((store) => store.error);
  const session = useSessionValue((store) => store.session);
  const { transcript, rows, at } = useTranscript();
  const scroller = useStickToEnd<HTMLDivElement>(at === null);
  return (
    <div className={styles.chat}>
      <header className={styles.head}>
        <h1>{session ? nameOf(session) : sessionId}</h1>
        {session && (
          <p>
            {session.agent}
            {session.model && ` · ${session.model}`} · {session.directory}
          </p>
        )}
      </header>
      {at !== null && (
        <div className={styles.past} role="status">
          <span>As it was after event {at}.</span>
          <Button onClick={() => navigate({ sessionId, view: 'timeline' })}>Back to now</Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroller} ref={scroller} aria-label="Messages" tabIndex={0}>
        {phase === 'loading' && <p className={styles.hint}>{statusWords.starting} …</p>}
        {error && (
          <p className={styles.problem} role="alert">
            {error.message}
          </p>
        )}
        {phase === 'live' && rows === 0 && <p className={styles.hint}>Say something. The agent listens.</p>}
        <ol className={styles.rows}>
          {transcript.rows.slice(0, rows).map((row) => (
            <li key={row.key}>
              <ChatRow row={row} />
            </li>
          ))}
        </ol>
      </section>
      <Composer />
    </div>
  );
}
