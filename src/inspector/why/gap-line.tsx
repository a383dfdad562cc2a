import type { Row } from '../../client/index.js';
import { duration } from '../../text/amounts.js';
import { useSession } from '../session/use-session.js';
import { Icon } from '../ui/icon.js';
import { showWhy } from './show-why.js';
import { useGapBefore } from './use-waits.js';
import { waitText } from './wait-words.js';
import styles from './why.module.css';

/** A long time without any event before a row, or before its end, and what was waited for. */
export function GapLine({ row }: { row: Row }) {
  const { sessionId } = useSession();
  const first = useGapBefore(row.sequence);
  const last = useGapBefore(row.lastSequence);
  const gap = first ?? last;
  if (!gap) return null;
  return (
    <button
      type="button"
      className={styles.gap}
      title="Show why"
      onClick={() => showWhy({ sessionId, sequence: gap.sequence, item: row.key })}
    >
      <Icon name="clock" />
      <span>
        {duration(gap.ms)} waiting for {waitText(gap.waitedFor)}
      </span>
    </button>
  );
}
