import { Button } from '../ui/button.js';
import { useRefusal } from './own-token.js';
import styles from './shell.module.css';

export function Welcome({ onCreate }: { onCreate(): void }) {
  const refusal = useRefusal('send');
  return (
    <div className={styles.middle}>
      <div className={styles.card}>
        <h1>Select or create a session</h1>
        <p>Chat with a coding agent, answer its requests, and watch its state machine event by event.</p>
        <Button
          kind="primary"
          disabled={refusal !== null}
          title={refusal ?? undefined}
          aria-description={refusal ?? undefined}
          onClick={onCreate}
        >
          New session
        </Button>
      </div>
    </div>
  );
}
