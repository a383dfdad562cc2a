import { type FormEvent, useId, useState } from 'react';
import {
  type PermissionData,
  type PermissionReply,
  permissionOf,
  type ToolKind,
} from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { useRefusal } from '../shell/own-token.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { useAction } from '../ui/use-action.js';
import { reply as replyTo } from './late-replies.js';
import styles from './requests.module.css';
import { Subject } from './subject.js';
import { useKeys } from './use-keys.js';

export const permissionQuestions: Readonly<Record<ToolKind, string>> = {
  read: 'Read files?',
  edit: 'Change files?',
  delete: 'Delete files?',
  move: 'Move files?',
  search: 'Search?',
  execute: 'Run a command?',
  fetch: 'Fetch from the network?',
  think: 'Think?',
  plan: 'Change the plan?',
  agent: 'Start a sub-agent?',
  question: 'Ask a question?',
  other: 'Allow this?',
};

/** A reply has the same keys in every request, whether or not the others are possible. */
const buttons: { reply: PermissionReply; name: string; keys: string[]; kind: 'primary' | 'plain' }[] = [
  { reply: 'once', name: 'Allow once', keys: ['1', 'a'], kind: 'primary' },
  { reply: 'always', name: 'Always allow', keys: ['2', 's'], kind: 'plain' },
  { reply: 'reject', name: 'Reject', keys: ['3', 'r'], kind: 'plain' },
];

/** A pending permission. One key or click replies; a rejection may have a reason. */
export function PermissionCard({ data }: { data: PermissionData }) {
  const store = useSession();
  const { isBusy, problem, run } = useAction();
  const refusal = useRefusal('approve');
  const [reason, setReason] = useState('');
  const id = useId();
  const permission = permissionOf(data);
  const { kind, tool, replies, scope, brings } = permission;
  const possible = buttons.filter(({ reply }) => replies.includes(reply));
  const send = (reply: PermissionReply) => {
    if (isBusy || refusal !== null) return;
    const message = reply === 'reject' && reason.trim() ? reason.trim() : undefined;
    const { permission_id: id } = data;
    void run(() => replyTo(store, id, () => store.handle.replyPermission(id, reply, { message })));
  };
  const keys = Object.fromEntries(
    possible.flatMap(({ reply, keys }) => keys.map((key) => [key, () => send(reply)])),
  );
  useKeys(keys, !isBusy && refusal === null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send('reject');
  };
  const canReject = replies.includes('reject');
  const explains = replies.includes('always') && scope !== null;
  return (
    <form className={styles.card} onSubmit={submit}>
      <h2>
        {brings === null ? permissionQuestions[kind] : 'Trust this folder?'}{' '}
        {tool && brings === null && <code>{tool}</code>}
      </h2>
      <Subject permission={permission} />
      <Alert message={problem ?? refusal} />
      <div className={styles.actions}>
        {possible.map(({ reply, name, keys, kind }) => (
          <Button
            key={reply}
            kind={kind}
            disabled={isBusy || refusal !== null}
            aria-keyshortcuts={keys.join(' ')}
            aria-describedby={reply === 'always' && explains ? id : undefined}
            onClick={() => send(reply)}
          >
            <kbd>{keys[0]}</kbd> {name}
          </Button>
        ))}
        {canReject && refusal === null && (
          <input
            className={styles.reason}
            aria-label="Reason for rejecting (sent to the agent; Enter rejects)"
            placeholder="Reason (optional)"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {explains && (
          <p className={styles.scope} id={id}>
            “Always allow” covers {scope}
          </p>
        )}
      </div>
    </form>
  );
}
