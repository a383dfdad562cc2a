import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../ui/button.js';
import styles from './changes.module.css';

export interface CommentFormProps {
  place: string;
  text: string;
  onSave(text: string): void;
  onCancel(): void;
}

/** Ctrl+Enter saves, Escape cancels. */
export function CommentForm({ place, text: given, onSave, onCancel }: CommentFormProps) {
  const [text, setText] = useState(given);
  const id = useId();
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() !== '') onSave(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <label className="visually-hidden" htmlFor={id}>
        Comment on {place}
      </label>
      <textarea
        id={id}
        rows={2}
        placeholder="Comment for the agent"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: opened by the reader, to write
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={onCancel}>Cancel</Button>
      <Button kind="primary" type="submit" disabled={text.trim() === ''}>
        Add comment
      </Button>
    </form>
  );
}
