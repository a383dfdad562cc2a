import { useSession } from '../session/use-session.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { useAction } from '../ui/use-action.js';
import styles from './chat.module.css';

/** Asks for confirmation, since terminating cannot be undone. */
export function TerminateDialog({ onClose }: { onClose(): void }) {
  const { handle } = useSession();
  const { problem, run } = useAction();
  const terminate = async () => {
    if (await run(() => handle.terminate())) onClose();
  };
  return (
    <Dialog title="Terminate session?" onClose={onClose}>
      <p>The agent will be stopped. The conversation remains readable.</p>
      <Alert message={problem} />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" onClick={terminate}>
          Terminate
        </Button>
      </div>
    </Dialog>
  );
}
