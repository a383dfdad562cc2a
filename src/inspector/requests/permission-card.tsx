import { type FormEvent, useState } from 'react';
import type { PermissionData, PermissionReply } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { useAction } from '../ui/use-action.js';
import { permissionDetails } from './permission-details.js';
import styles from './requests.module.css';
import { Subject } from './subject.js';
import { useKeys } from './use-keys.js';

const replies: { reply: PermissionReply; name: string; keys: string[]; kind: 'primary' | 'plain' }[] = [
  { reply: 'once', name: 'Allow once', keys: ['1', 'a'], kind: 'primary' },
  { reply: 'always', name: 'Always allow', keys: ['2', 's'], kind: 'plain' },
  { reply: 'reject', name: 'Reject', keys: ['3', 'r'], kind: 'plain' },
];

/** A pending permission. One key or click replies; a rejection may have a reason. */
export function PermissionCard({ data }: { data: PermissionData }) {
  const { client, sessionId } = useSession();
  const { isBusy, problem, run } = useAction();
  const [reason, setReason] = useState('');
  const { title, tool } = permissionDetails(data);
  const send = (reply: PermissionReply) => {
    if (isBusy) return;
    const message = reply === 'reject' && reason.trim() ? reason.trim() : undefined;
    void run(() => client.replyPermission(sessionId, data.permission_id, reply, message));
  };
  const keys = Object.fromEntries(
    replies.flatMap(({ reply, keys }) => keys.map((key) => [key, () => send(reply)])),
  );
  useKeys(keys, !isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send('reject');
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <h2>
        {title} {tool && <code>{tool}</code>}
      </h2>
      <Subject data={data} />
      <Alert message={problem} />
      <div className={styles.actions}>
        {replies.map(({ reply, name, keys, kind }) => (
          <Button
            key={reply}
            kind={kind}
            disabled={isBusy}
            aria-keyshortcuts={keys.join(' ')}
            onClick={() => send(reply)}
          >
            <kbd>{keys[0]}</kbd> {name}
          </Button>
        ))}
        <input
          className={styles.reason}
          aria-label="Reason for rejecting (sent to the agent; Enter rejects)"
          placeholder="Reason (optional)"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </form>
  );
}
