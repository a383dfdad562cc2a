import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { QueueEntry, SessionInfo } from '../../../client/index.js';
import { useConnection } from '../../../client/react/index.js';
import { useSession, useSessionValue } from '../../session/use-session.js';
import { useCapabilities } from '../../sessions/use-agents.js';
import { Alert } from '../../ui/alert.js';
import { IconButton } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { changeDraft } from '../composer/drafts.js';
import styles from './queue.module.css';
import { QueueChip } from './queue-chip.js';
import { type Edit, QueueEditor } from './queue-editor.js';
import { dropSide } from './reorder.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useQueue } from './use-queue.js';
import { useReorder } from './use-reorder.js';

/** The queued messages above the composer: they are edited, reordered, removed and sent now. */
export function Queue({ session }: { session: SessionInfo | null }) {
  const { sessionId } = useSession();
  const { entries, problem, setProblem, ...actions } = useQueue();
  const isRunning = useSessionValue(({ transcript }) => transcript.turn !== null);
  const canSteer = useCapabilities(session?.agent ?? null)?.steer === true && isRunning;
  const isDisabled = useConnection().status !== 'online';
  const [edit, setEdit] = useState<Edit | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const ids = entries.map(({ messageId }) => messageId);
  const keepFocus = useKeptFocus(list);

  const move = (entry: QueueEntry, to: number) => {
    if (to < 0 || to >= entries.length) return;
    keepFocus();
    void actions.move(entry, to);
  };
  const { drag, handle } = useReorder(list, ids, (id, to) => move(entries[ids.indexOf(id)]!, to));
  const save = async (entry: QueueEntry, text: string) => {
    keepFocus();
    if (await actions.edit(entry, text.trim())) setEdit(null);
  };

  const isLost = edit !== null && !ids.includes(edit.messageId);
  const rescue = useEffectEvent(() => {
    setEdit(null);
    if (edit === null || edit.text === edit.original) return;
    changeDraft(sessionId, (now) => ({ ...now, text: [now.text, edit.text].filter(Boolean).join('\n') }));
    setProblem('The message has left the queue. Your changes are in the message field.');
  });
  useEffect(() => {
    if (isLost) rescue();
  }, [isLost]);

  if (entries.length === 0 && problem === null) return null;
  return (
    <section className={styles.queue} aria-label="Queued messages">
      <p className={styles.head} role="status">
        {entries.length > 0 && `${entries.length} queued`}
      </p>
      {problem !== null && (
        <div className={styles.problem}>
          <Alert message={problem} />
          <IconButton label="Dismiss" onClick={() => setProblem(null)}>
            <Icon name="close" />
          </IconButton>
        </div>
      )}
      <ol ref={list}>
        {entries.map((entry, index) =>
          edit?.messageId === entry.messageId ? (
            <QueueEditor
              key={entry.messageId}
              entry={entry}
              edit={edit}
              isDisabled={isDisabled}
              onChange={setEdit}
              onSave={() => void save(entry, edit.text)}
              onCancel={() => {
                keepFocus();
                setEdit(null);
              }}
            />
          ) : (
            <QueueChip
              key={entry.messageId}
              entry={entry}
              index={index}
              count={entries.length}
              handle={handle(entry.messageId)}
              isDragged={drag?.id === entry.messageId}
              drop={dropSide(ids, drag, entry.messageId)}
              isDisabled={isDisabled}
              canSteer={canSteer}
              onMove={(to) => move(entry, to)}
              onEdit={() =>
                setEdit({ messageId: entry.messageId, original: entry.message, text: entry.message })
              }
              onSendNow={() => {
                keepFocus();
                void actions.sendNow(entry, canSteer ? 'steer' : 'interrupt');
              }}
              onRemove={() => {
                keepFocus();
                void actions.remove(entry);
              }}
            />
          ),
        )}
      </ol>
    </section>
  );
}
