import { Button } from '../ui/button.js';
import styles from './shell.module.css';

export function Welcome({ onCreate }: { onCreate(): void }) {
  return (
    <div className={styles.middle}>
      <div className={styles.card}>
        <h1>Select or create a session</h1>
        <p>Chat with a coding agent, answer its requests, and watch its state machine event by event.</p>
        <Button kind="primary" onClick={onCreate}>
          New session
        </Button>
      </div>
    </div>
  );
}
