import { useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useClient } from '../shell/client-context.js';
import { navigate } from '../shell/route.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { nameOf } from './format.js';
import styles from './sessions.module.css';

export interface DeleteDialogProps {
  session: SessionInfo;
  /** Whether the page is about it. */
  isOpen: boolean;
  onClose(): void;
}

export function DeleteDialog({ session, isOpen, onClose }: DeleteDialogProps) {
  const client = useClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      if (isOpen) navigate({ sessionId: null }, 'replace');
      await client.http.deleteSession(session.sessionId);
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Delete ${nameOf(session)}?`} onClose={onClose}>
      <p>
        {session.ended ? '' : 'Its agent is ended. '}All {session.eventCount} events of it are deleted for
        good.
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" disabled={isBusy} onClick={remove}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
