import { contentOf } from '../../../client/index.js';
import { duration } from '../../../text/amounts.js';
import { Markdown } from '../../markdown/markdown.js';
import { firstLine } from '../../ui/first-line.js';
import { Icon } from '../../ui/icon.js';
import { useFold } from '../folds.js';
import type { ItemProps } from './item.js';
import styles from './items.module.css';

/** The agent's reasoning, collapsed to its first line. */
export function Thought({ row }: ItemProps) {
  const [isOpen, toggle] = useFold(row.key, false);
  const [part] = contentOf(row);
  if (part?.type !== 'reasoning') return null;
  const isThinking = row.item.status === 'in_progress';
  const elapsed = row.completedAt ? Date.parse(row.completedAt) - Date.parse(row.time) : null;
  return (
    <article className={styles.thought} data-kind="reasoning" data-status={row.item.status}>
      <h2 className={styles.foldHead}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <Icon name="chevron" />
          <Icon name="thought" />
          <span>
            {isThinking
              ? 'Thinking'
              : elapsed !== null && elapsed >= 1000
                ? `Thought for ${duration(elapsed)}`
                : 'Thought'}
          </span>
          {part.visibility === 'private' && <small className={styles.tag}>private</small>}
          {!isOpen && <span className={styles.glimpse}>{firstLine(part.text)}</span>}
        </button>
      </h2>
      {isOpen && (
        <div className={styles.thoughtText}>
          <Markdown text={part.text} isStreaming={isThinking} />
        </div>
      )}
    </article>
  );
}
