import { type PermissionData, permissionOf } from '../../client/index.js';
import { Icon } from '../ui/icon.js';
import styles from './requests.module.css';

const outcomes: Record<string, string> = {
  once: 'Allowed once',
  always: 'Always allowed',
  reject: 'Rejected',
  cancelled: 'Cancelled',
};

/** A permission in the conversation, with its outcome. */
export function PermissionLine({ data }: { data: PermissionData }) {
  const { reply, resolved_by: by, message, client } = data.metadata;
  const isPending = data.status === 'requested';
  const label = isPending ? 'Waiting for you' : (outcomes[String(reply)] ?? data.status);
  return (
    <p
      className={styles.line}
      data-type="permission"
      data-status={data.status}
      data-reply={String(reply ?? '')}
    >
      <Icon name={isPending ? 'shield' : data.status === 'approved' ? 'check' : 'close'} />
      <strong>{label}</strong>
      <code className={styles.what}>{permissionOf(data).title}</code>
      {by === 'client' && client ? <small>by {client.name}</small> : null}
      {by === 'agent' || by === 'daemon' ? <small>by the {by}</small> : null}
      {typeof message === 'string' && <small>“{message}”</small>}
    </p>
  );
}
