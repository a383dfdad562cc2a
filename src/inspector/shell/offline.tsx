import { useConnection, useGreenroom } from '../../client/react/index.js';
import { Button } from '../ui/button.js';
import styles from './shell.module.css';

/** Shown while the daemon cannot be reached. The page keeps its content and resumes by itself. */
export function Offline() {
  const client = useGreenroom();
  const connection = useConnection();
  if (connection.status !== 'offline') return null;
  return (
    <div className={styles.offline} role="alert">
      <span>Offline: {connection.reason}. This page may be out of date. Reconnecting …</span>
      <Button onClick={() => client.retry()}>Retry now</Button>
    </div>
  );
}
