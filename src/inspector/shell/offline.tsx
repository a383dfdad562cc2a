import { Button } from '../ui/button.js';
import { useClient, useConnection } from './client-context.js';
import styles from './shell.module.css';

/** Says that the daemon is away. What is shown stays, and goes on where it was. */
export function Offline() {
  const client = useClient();
  const connection = useConnection();
  if (connection.status !== 'offline') return null;
  return (
    <div className={styles.offline} role="alert">
      <span>
        Offline: {connection.reason}. What you see may be out of date; the page reconnects by itself.
      </span>
      <Button onClick={() => client.retry()}>Try now</Button>
    </div>
  );
}
