import { Button } from '../ui/button.js';
import styles from './shell.module.css';

export function Welcome({ onCreate }: { onCreate(): void }) {
  return (
    <div className={styles.middle}>
      <div className={styles.card}>
        <h1>Pick a session, or begin one</h1>
        <p>
          Chat with a coding agent, answer what it asks, and watch its state machine think, event by event.
          The mock agent needs no key: send it <code>help</code> or <code>demo</code>.
        </p>
        <Button kind="primary" onClick={onCreate}>
          New session
        </Button>
      </div>
    </div>
  );
}
