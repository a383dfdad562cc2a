import type { Row } from '../../client/index.js';
import { useResult } from '../chat/transcript-context.js';
import { useRow, useSession } from '../session/use-session.js';
import { useRoute } from '../shell/route.js';
import { showWhy } from './show-why.js';
import styles from './why.module.css';

/** Opens the explanation of a wait, a failure, a status or an end. */
export function WhyButton({ row }: { row: Row }) {
  const { sessionId } = useSession();
  const { at } = useRoute();
  const result = useRow(useResult(callIdOf(row) ?? ''));
  const sequence = explainedBy(row) ?? (result ? explainedBy(result) : null);
  if (sequence === null) return null;
  return (
    <button
      type="button"
      className={styles.why}
      aria-label={`Why? (event ${sequence})`}
      onClick={() => showWhy({ sessionId, sequence, item: row.key, at })}
    >
      Why?
    </button>
  );
}

/** The event that a row needs an explanation for; null if it speaks for itself. */
function explainedBy(row: Row): number | null {
  if (row.type !== 'item') return row.sequence;
  if (row.item.status === 'failed') return row.lastSequence;
  return row.item.kind === 'status' ? row.sequence : null;
}

function callIdOf(row: Row): string | null {
  if (row.type !== 'item') return null;
  const call = row.item.content.find((part) => part.type === 'tool_call');
  return call?.call_id ?? null;
}
