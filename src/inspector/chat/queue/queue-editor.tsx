import { type FormEvent, type KeyboardEvent, useId } from 'react';
import type { QueueEntry } from '../../../client/index.js';
import { Button } from '../../ui/button.js';
import styles from './queue.module.css';

/** A queued message that is being edited. */
export interface Edit {
  messageId: string;
  /** The text when editing began. */
  original: string;
  text: string;
}

export interface QueueEditorProps {
  entry: QueueEntry;
  edit: Edit;
  isDisabled: boolean;
  onChange(edit: Edit): void;
  onSave(): void;
  onCancel(): void;
}

/** Edits a queued message in its place. Enter saves, Escape cancels. */
export function QueueEditor({ entry, edit, isDisabled, onChange, onSave, onCancel }: QueueEditorProps) {
  const id = useId();
  const canSave = !isDisabled && edit.text.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) onSave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // It would interrupt the turn.
      event.preventDefault();
      onCancel();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    submit(event);
  };
  return (
    <li className={styles.editor} data-id={entry.messageId}>
      <form onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          Queued message
        </label>
        <textarea
          id={id}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that was clicked
          autoFocus
          value={edit.text}
          onChange={({ target }) => onChange({ ...edit, text: target.value })}
          onKeyDown={onKeyDown}
        />
        {entry.message !== edit.original && (
          <p role="status">Changed elsewhere to “{entry.message.slice(0, 500)}”. Saving replaces that.</p>
        )}
        <div className={styles.actions}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={!canSave}>
            Save
          </Button>
        </div>
      </form>
    </li>
  );
}
