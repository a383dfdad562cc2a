import type { SessionInfo } from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';
import { navigate } from '../shell/route.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { useAction } from '../ui/use-action.js';
import { nameOf } from './format.js';
import styles from './sessions.module.css';

export interface DeleteDialogProps {
  session: SessionInfo;
  /** Whether it is the open session. */
  isOpen: boolean;
  onClose(): void;
}

export function DeleteDialog({ session, isOpen, onClose }: DeleteDialogProps) {
  const client = useGreenroom();
  const { isBusy, problem, run } = useAction();
  const remove = () =>
    run(async () => {
      if (isOpen) navigate({ sessionId: null }, 'replace');
      await client.session(session.sessionId).delete();
      onClose();
    });
  return (
    <Dialog title={`Delete ${nameOf(session)}?`} onClose={onClose}>
      <p>
        {session.ended ? '' : 'Its agent will be stopped. '}All {session.eventCount} events will be deleted
        permanently.
      </p>
      <Alert className={styles.alert} message={problem} />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" disabled={isBusy} onClick={remove}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
