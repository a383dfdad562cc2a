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

export interface PlanHeadProps {
  entries: readonly PlanEntry[];
  isOpen: boolean;
  onToggle(): void;
}

/** How far a plan has come, and its current step while the rest is folded. */
export function PlanHead({ entries, isOpen, onToggle }: PlanHeadProps) {
  const done = entries.filter(({ status }) => status === 'completed').length;
  const current = entries.find(({ status }) => status === 'in_progress');
  return (
    <h2 className={styles.head}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name="chevron" />
        <Icon name="list" />
        <span>Plan</span>
        <small>{entries.length === 0 ? 'empty' : `${done} of ${entries.length} done`}</small>
        {!isOpen && current && <span className={styles.current}>{current.content}</span>}
      </button>
    </h2>
  );
}

export function PlanEntries({ entries }: { entries: readonly PlanEntry[] }) {
  return (
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
  );
}

/**
 * A plan or to-do list as it was at its place in the conversation, on one line: the latest of the main thread is above
 * the composer. A sub-agent's latest is shown in full.
 */
export function Plan({ row, entries }: ItemProps & { entries: readonly PlanEntry[] }) {
  const isShown = useIsLatestPlan(row) && row.item.thread_id != null;
  const [isOpen, toggle] = useFold(row.key, isShown);
  return (
    <article className={styles.plan} data-kind="plan" data-latest={isShown}>
      <PlanHead entries={entries} isOpen={isOpen} onToggle={toggle} />
      {isOpen && entries.length > 0 && <PlanEntries entries={entries} />}
    </article>
  );
}
