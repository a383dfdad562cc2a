import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import styles from './chat.module.css';
import { useAttempt } from './use-attempt.js';

/** Asks once more: a session that is ended stays ended. */
export function TerminateDialog({ onClose }: { onClose(): void }) {
  const { client, sessionId } = useSession();
  const { problem, attempt } = useAttempt();
  const end = async () => {
    if (await attempt(() => client.terminate(sessionId))) onClose();
  };
  return (
    <Dialog title="Terminate the session?" onClose={onClose}>
      <p>Its agent is stopped, whatever it is doing. What was said stays here to be read.</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>Go on</Button>
        <Button kind="danger" onClick={end}>
          Terminate
        </Button>
      </div>
    </Dialog>
  );
}
