import type { UniversalItem } from '../../../client/index.js';
import { Icon } from '../../ui/icon.js';
import styles from './items.module.css';

/** A status reported by the agent or the daemon. */
export function StatusLine({ item }: { item: UniversalItem }) {
  return (
    <p className={styles.status} data-kind="status" data-status={item.status}>
      <Icon name={item.status === 'in_progress' ? 'dot' : item.status === 'failed' ? 'alert' : 'check'} />
      {item.content.map((part, index) =>
        part.type === 'status' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
          <span key={index}>
            <strong>{part.label}</strong> {part.detail}
          </span>
        ) : null,
      )}
    </p>
  );
}
