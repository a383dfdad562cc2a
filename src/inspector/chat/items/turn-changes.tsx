import { useContext } from 'react';
import type { Transcript } from '../../../client/index.js';
import { useSession } from '../../session/use-session.js';
import { navigate } from '../../shell/route.js';
import { TranscriptContext } from '../transcript-context.js';
import styles from './items.module.css';

/** Leads to the changes of a turn that has edited files. */
export function TurnChanges({ turnId }: { turnId: string }) {
  const { sessionId } = useSession();
  const count = editedFiles(useContext(TranscriptContext), turnId);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles.changes}
      onClick={() => navigate({ sessionId, view: 'changes', turn: turnId })}
    >
      {count === 1 ? '1 file changed' : `${count} files changed`}
    </button>
  );
}

function editedFiles({ rows }: Transcript, turnId: string): number {
  const paths = new Set<string>();
  for (const row of rows) {
    if (row.type !== 'item' || row.turnId !== turnId || row.item.status !== 'completed') continue;
    if (row.item.kind !== 'tool_result') continue;
    for (const part of row.item.content)
      if (part.type === 'file_ref' && part.action !== 'read') paths.add(part.path);
  }
  return paths.size;
}
