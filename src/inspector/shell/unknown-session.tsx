import type { GreenroomError } from '../../client/index.js';
import styles from './shell.module.css';

const validId = /^[\w.-]{1,128}$/;

/** Shown instead of a session that does not exist, or cannot be read. */
export function UnknownSession({ sessionId, error }: { sessionId: string; error: GreenroomError | null }) {
  const isUnknown = error?.kind === 'session_not_found' || !validId.test(sessionId);
  return (
    <main className={styles.welcome}>
      <div className={styles.middle}>
        <div className={styles.card} role="alert">
          <h1>{isUnknown ? 'No such session' : 'This session cannot be read'}</h1>
          <p>
            {isUnknown ? (
              <>
                There is no session <code>{sessionId}</code>. It may have been deleted, or the link is not
                complete.
              </>
            ) : (
              error?.message
            )}
          </p>
          <a className={styles.home} href="#/">
            All sessions
          </a>
        </div>
      </div>
    </main>
  );
}
