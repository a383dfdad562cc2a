import type { KeyboardEvent } from 'react';
import type { QueueEntry } from '../../../client/index.js';
import { IconButton } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import styles from './queue.module.css';
import type { useReorder } from './use-reorder.js';

export interface QueueChipProps {
  entry: QueueEntry;
  index: number;
  count: number;
  handle: ReturnType<ReturnType<typeof useReorder>['handle']>;
  isDragged: boolean;
  /** Where a dragged message would be dropped, seen from this one. */
  drop: 'before' | 'after' | undefined;
  isDisabled: boolean;
  canSteer: boolean;
  onMove(to: number): void;
  onEdit(): void;
  onSendNow(): void;
  onRemove(): void;
}

/** Longer texts are cut; a chip shows one line of them. */
const MAX_LENGTH = 300;

/** A queued message. Its handle is dragged, or moved with the arrow keys. */
export function QueueChip(props: QueueChipProps) {
  const { entry, index, count, handle, isDragged, drop, isDisabled, canSteer } = props;
  const { message, attachments } = entry;
  const text = message.slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
  const name = text.length > 40 ? `${text.slice(0, 40)} …` : text;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    props.onMove(index + by);
  };
  return (
    <li className={styles.chip} data-id={entry.messageId} data-dragged={isDragged} data-drop={drop}>
      <span className={styles.grip}>
        <IconButton
          {...handle}
          label={`Move “${name}”, ${index + 1} of ${count}: drag, or use the arrow keys`}
          disabled={isDisabled}
          onKeyDown={onKeyDown}
        >
          <Icon name="grip" />
        </IconButton>
      </span>
      <span className={styles.text} title={message.slice(0, 2000)}>
        {text}
      </span>
      {attachments.length > 0 && (
        <small title={attachments.map(({ path }) => path).join('\n')}>
          <Icon name="attach" /> {attachments.length}
          <span className="visually-hidden">{attachments.length === 1 ? ' attachment' : ' attachments'}</span>
        </small>
      )}
      <span className={styles.buttons}>
        <IconButton
          label={`Move up “${name}”`}
          disabled={isDisabled || index === 0}
          onClick={() => props.onMove(index - 1)}
        >
          <Icon name="up" />
        </IconButton>
        <IconButton label={`Edit “${name}”`} disabled={isDisabled} onClick={props.onEdit}>
          <Icon name="edit" />
        </IconButton>
        <IconButton
          label={`Send now “${name}” (${canSteer ? 'into the running turn' : 'interrupts the turn'})`}
          disabled={isDisabled}
          onClick={props.onSendNow}
        >
          <Icon name="bolt" />
        </IconButton>
        <IconButton label={`Remove “${name}”`} disabled={isDisabled} onClick={props.onRemove}>
          <Icon name="close" />
        </IconButton>
      </span>
    </li>
  );
}
