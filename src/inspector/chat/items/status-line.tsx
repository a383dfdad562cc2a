import type { UniversalItem } from '../../../client/index.js';
import { Icon } from '../../ui/icon.js';
import styles from './items.module.css';

/** What the agent is about, or was. */
export function StatusLine({ item }: { item: UniversalItem }) {
  return (
    <p className={styles.status} data-kind="status" data-status={item.status}>
      <Icon name={item.status === 'in_progress' ? 'dot' : item.status === 'failed' ? 'alert' : 'check'} />
      {item.content.map((part, index) =>
        part.type === 'status' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and keep their places
          <span key={index}>
            <strong>{part.label}</strong> {part.detail}
          </span>
        ) : null,
      )}
    </p>
  );
}
