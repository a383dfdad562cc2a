import type { PermissionData, PermissionReply } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import styles from './requests.module.css';
import { useReply } from './use-reply.js';

const replies: [PermissionReply, string][] = [
  ['once', 'Allow once'],
  ['always', 'Always allow'],
  ['reject', 'Reject'],
];

/** A permission that is asked for, and what became of it. */
export function PermissionCard({ data }: { data: PermissionData }) {
  const { client, sessionId } = useSession();
  const { isBusy, problem, reply } = useReply();
  const { command, tool_name } = data.metadata;
  const isPending = data.status === 'requested';
  return (
    <section className={styles.card} data-pending={isPending} aria-label="Permission">
      <strong>{isPending ? 'May I?' : `Permission ${data.status}`}</strong>
      <p>{data.action.replaceAll('_', ' ')}</p>
      {(command ?? tool_name) != null && <pre className={styles.what}>{String(command ?? tool_name)}</pre>}
      {isPending && (
        <div className={styles.actions}>
          {replies.map(([id, name]) => (
            <Button
              key={id}
              kind={id === 'once' ? 'primary' : 'plain'}
              disabled={isBusy}
              onClick={() => reply(() => client.replyPermission(sessionId, data.permission_id, id))}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {problem && <p role="alert">{problem}</p>}
    </section>
  );
}
