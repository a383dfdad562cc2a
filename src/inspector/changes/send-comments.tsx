import { useSession } from '../session/use-session.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { useAction } from '../ui/use-action.js';
import styles from './changes.module.css';
import { type Comment, changeComments, messageOf } from './comments.js';

/** Sends all comments to the agent, as one message. */
export function SendComments({ comments }: { comments: readonly Comment[] }) {
  const { handle, sessionId } = useSession();
  const { isBusy, problem, run } = useAction();
  const clear = () => changeComments(sessionId, () => []);
  const send = async () => {
    const sent = new Set(comments.map(({ id }) => id));
    if (await run(() => handle.send(messageOf(comments)).accepted))
      changeComments(sessionId, (now) => now.filter(({ id }) => !sent.has(id)));
  };
  return (
    <div className={styles.send}>
      <Alert message={problem} />
      <span role="status">{comments.length === 1 ? '1 comment' : `${comments.length} comments`}</span>
      <Button onClick={clear}>Discard</Button>
      <Button kind="primary" disabled={isBusy} onClick={send}>
        Send to the agent
      </Button>
    </div>
  );
}
