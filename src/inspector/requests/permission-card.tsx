import { type FormEvent, useState } from 'react';
import type { PermissionData, PermissionReply } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import { aboutOf } from './about.js';
import styles from './requests.module.css';
import { Subject } from './subject.js';
import { useKeys } from './use-keys.js';
import { useReply } from './use-reply.js';

const replies: { reply: PermissionReply; name: string; keys: string[]; kind: 'primary' | 'plain' }[] = [
  { reply: 'once', name: 'Allow once', keys: ['1', 'a'], kind: 'primary' },
  { reply: 'always', name: 'Always allow', keys: ['2', 's'], kind: 'plain' },
  { reply: 'reject', name: 'Reject', keys: ['3', 'r'], kind: 'plain' },
];

/** A permission that is asked for. One key or click answers; a reason may go with a no. */
export function PermissionCard({ data }: { data: PermissionData }) {
  const { client, sessionId } = useSession();
  const { isBusy, problem, reply } = useReply();
  const [reason, setReason] = useState('');
  const { title, tool } = aboutOf(data);
  const answer = (how: PermissionReply) => {
    const why = how === 'reject' && reason.trim() ? reason.trim() : undefined;
    void reply(() => client.replyPermission(sessionId, data.permission_id, how, why));
  };
  const keys = Object.fromEntries(
    replies.flatMap(({ reply, keys }) => keys.map((key) => [key, () => answer(reply)])),
  );
  useKeys(keys, !isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer('reject');
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <h2>
        {title} {tool && <code>{tool}</code>}
      </h2>
      <Subject data={data} />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        {replies.map(({ reply: how, name, keys, kind }) => (
          <Button
            key={how}
            kind={kind}
            disabled={isBusy}
            aria-keyshortcuts={keys.join(' ')}
            onClick={() => answer(how)}
          >
            <kbd>{keys[0]}</kbd> {name}
          </Button>
        ))}
        <input
          className={styles.reason}
          aria-label="Why not (told to the agent; Enter rejects)"
          placeholder="Why not? (optional)"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </form>
  );
}
