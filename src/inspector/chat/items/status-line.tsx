import type { NoticeLabel, UniversalItem } from '../../../client/index.js';
import { noticeNames } from '../../../schema/index.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { noticeWords } from './notice-words.js';
import { Part } from './part.js';
import styles from './status-line.module.css';

const icons: Readonly<Record<NoticeLabel, IconName>> = {
  agent: 'robot',
  plan: 'list',
  settings: 'settings',
  compaction: 'compress',
  rate_limit: 'clock',
  mcp: 'plug',
  title: 'tag',
  model: 'chip',
  trust: 'shield',
  version: 'alert',
};
const warnings: readonly string[] = ['rate_limit', 'mcp', 'version'] satisfies NoticeLabel[];

/** A notice, or the progress of the agent. */
export function StatusLine({ item }: { item: UniversalItem }) {
  const notice = item.content.find((part) => part.type === 'status');
  const files = item.content.filter((part) => part.type === 'file_ref' || part.type === 'text');
  const label = notice?.label ?? '';
  const { subject, text } = noticeWords(item);
  return (
    <div
      className={styles.status}
      data-kind="status"
      data-label={label}
      data-status={item.status}
      data-warning={warnings.includes(label)}
    >
      <p>
        <Icon name={iconOf(label, item.status)} />
        <span>
          <strong>{subject}</strong> {text}
          {item.status === 'in_progress' && ' …'}
        </span>
      </p>
      {files.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function iconOf(label: string, status: UniversalItem['status']): IconName {
  if (Object.hasOwn(noticeNames, label)) return icons[label as NoticeLabel];
  return status === 'in_progress' ? 'dot' : status === 'failed' ? 'alert' : 'check';
}
