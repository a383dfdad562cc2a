import type { PlanEntry } from '../../../client/index.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { useFold } from '../folds.js';
import { useIsLatestPlan } from '../transcript-context.js';
import type { ItemProps } from './item.js';
import styles from './plan.module.css';

const states: Readonly<Record<PlanEntry['status'], { icon: IconName; word: string }>> = {
  pending: { icon: 'circle', word: 'To do' },
  in_progress: { icon: 'move', word: 'In progress' },
  completed: { icon: 'check', word: 'Done' },
};

/** A plan or to-do list. The latest one of its thread is shown in full, earlier ones on one line. */
export function Plan({ row, entries }: ItemProps & { entries: readonly PlanEntry[] }) {
  const isLatest = useIsLatestPlan(row);
  const [isOpen, toggle] = useFold(row.key, isLatest);
  const done = entries.filter(({ status }) => status === 'completed').length;
  const current = entries.find(({ status }) => status === 'in_progress');
  return (
    <article className={styles.plan} data-kind="plan" data-latest={isLatest}>
      <h2 className={styles.head}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <Icon name="chevron" />
          <Icon name="list" />
          <span>Plan</span>
          <small>{entries.length === 0 ? 'empty' : `${done} of ${entries.length} done`}</small>
          {!isOpen && current && <span className={styles.current}>{current.content}</span>}
        </button>
      </h2>
      {isOpen && entries.length > 0 && (
        <ol className={styles.entries}>
          {entries.map(({ content, status, priority }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids
            <li key={index} data-status={status}>
              <Icon name={states[status].icon} />
              <span className="visually-hidden">{states[status].word}:</span>
              <span>{content}</span>
              {priority !== undefined && <small>{priority}</small>}
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
