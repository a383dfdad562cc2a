import { planOf } from '../../../client/index.js';
import { useRow } from '../../session/use-session.js';
import { useFold } from '../folds.js';
import { useIsTurnRunning, useMainPlan } from '../transcript-context.js';
import { PlanEntries, PlanHead } from './plan.js';
import styles from './plan.module.css';

/** On a small screen the conversation needs the room. */
const hasRoom = () => window.matchMedia('(min-width: 860px) and (min-height: 700px)').matches;

/** The latest plan of the main thread, above the composer until it is done. */
export function PinnedPlan() {
  const row = useRow(useMainPlan());
  const isRunning = useIsTurnRunning();
  const [isOpen, toggle] = useFold('pinned plan', hasRoom());
  const entries = row ? planOf(row.item) : null;
  if (!entries || entries.length === 0) return null;
  const isDone = entries.every(({ status }) => status === 'completed');
  if (isDone && !isRunning) return null;
  return (
    <section className={styles.pinned} aria-label="Plan" data-open={isOpen}>
      <PlanHead entries={entries} isOpen={isOpen} onToggle={toggle} />
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
        <section className={styles.scroller} tabIndex={0} aria-label="Steps of the plan">
          <PlanEntries entries={entries} />
        </section>
      )}
    </section>
  );
}
