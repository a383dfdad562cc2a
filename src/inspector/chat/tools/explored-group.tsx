import { useContext, useSyncExternalStore } from 'react';
import { type Row, type Transcript, toolCallOf } from '../../../client/index.js';
import { toolVerbs } from '../../../schema/index.js';
import { useSession } from '../../session/use-session.js';
import { Icon } from '../../ui/icon.js';
import { useFold } from '../folds.js';
import items from '../items/items.module.css';
import { groupKey } from '../list/arrange.js';
import { isExploring } from '../list/group.js';
import { TranscriptContext } from '../transcript-context.js';
import styles from './tools.module.css';

export interface ExploredGroupProps {
  members: readonly Row[];
  depth: number;
}

/** Reads and searches in one line, and the one under way. */
export function ExploredGroup({ members, depth }: ExploredGroupProps) {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  const [first] = members;
  const [isOpen, toggle] = useFold(groupKey(first?.key ?? ''), false);
  // Calls are changed in place.
  const text = useSyncExternalStore(store.subscribe, () => JSON.stringify(explored(members, transcript)));
  const { done, current, failed } = JSON.parse(text) as Explored;
  return (
    <div className={items.row} data-depth={Math.min(depth, 4)}>
      <article className={styles.group} data-kind="explored" aria-busy={current !== null}>
        <h2 className={styles.head}>
          <button type="button" aria-expanded={isOpen} onClick={toggle}>
            <Icon name="chevron" />
            <Icon name="search" />
            <span className={styles.verb}>{current === null ? 'Explored' : 'Exploring'}</span>
            <span className={styles.counts}>{done}</span>
            {current !== null && <code className={styles.summary}>{current}</code>}
            {failed > 0 && <small className={styles.exit}>{failed} failed</small>}
          </button>
        </h2>
      </article>
    </div>
  );
}

interface Explored {
  /** `6 files, 2 searches`. */
  done: string;
  /** The call that is under way. */
  current: string | null;
  failed: number;
}

function explored(members: readonly Row[], transcript: Transcript): Explored {
  const files = new Set<string>();
  let [searches, failed] = [0, 0];
  let current: string | null = null;
  for (const row of members) {
    if (!isExploring(row, transcript)) continue;
    const call = row.item.content.find((part) => part.type === 'tool_call')!;
    const { kind, title } = toolCallOf(call);
    if (kind === 'search') searches++;
    else files.add(title);
    const result = transcript.resultOf(call.call_id);
    if (row.item.status === 'failed' || result?.item.status === 'failed') failed++;
    else if (result?.item.status !== 'completed') current = `${toolVerbs[kind]} ${title}`;
  }
  const counts = [counted(files.size, 'file', 'files'), counted(searches, 'search', 'searches')];
  return { done: counts.filter(Boolean).join(', '), current, failed };
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
