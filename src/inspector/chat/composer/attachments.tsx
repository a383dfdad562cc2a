import { type KeyboardEvent, useId, useState } from 'react';
import { Button, IconButton } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import styles from './composer.module.css';
import type { DraftFile } from './drafts.js';

/** The draft's files with their upload status. */
export function Attachments({
  files,
  onRemove,
}: {
  files: readonly DraftFile[];
  onRemove(file: DraftFile): void;
}) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id} data-failed={file.problem !== null}>
          {file.preview === null ? <Icon name="file" /> : <img src={file.preview} alt="" />}
          <code title={file.name}>{file.name}</code>
          {file.problem !== null && <small role="alert">Not attached: {file.problem}</small>}
          {file.attachment === null && file.problem === null && <small role="status">Uploading …</small>}
          <IconButton label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
            <Icon name="close" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Attaches a file on the daemon's machine by its path, without an upload. */
export function PathInput({ onAdd }: { onAdd(path: string): void }) {
  const [path, setPath] = useState('');
  const id = useId();
  const add = () => {
    const given = path.trim();
    if (given === '') return;
    onAdd(given);
    setPath('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={styles.attach}>
      <label htmlFor={id}>Path of a file on the daemon's machine</label>
      <input
        id={id}
        value={path}
        placeholder="/path/to/file"
        spellCheck={false}
        onChange={(event) => setPath(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={add} disabled={path.trim() === ''}>
        Add
      </Button>
    </div>
  );
}
