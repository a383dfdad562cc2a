import { type FormEvent, useId } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { useAction } from '../ui/use-action.js';
import styles from './chat.module.css';

export interface TitleFormProps {
  session: SessionInfo;
  onClose(): void;
}

/** Renames a session; without a title it has the one of the agent again. */
export function TitleForm({ session, onClose }: TitleFormProps) {
  const { handle } = useSession();
  const { isBusy, problem, run } = useAction();
  const id = useId();
  const rename = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title')).trim();
    if (await run(() => handle.configure({ title: title || null }))) onClose();
  };
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => void rename(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <label htmlFor={id}>Title</label>
      <input
        id={id}
        name="title"
        maxLength={500}
        defaultValue={session.title ?? ''}
        // biome-ignore lint/a11y/noAutofocus: the user has asked for this field
        autoFocus
      />
      <Button type="submit" disabled={isBusy}>
        Rename
      </Button>
      <Alert className={styles.alert} message={problem} />
    </form>
  );
}
