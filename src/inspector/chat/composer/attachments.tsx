import { type KeyboardEvent, useId, useState } from 'react';
import { Button, IconButton } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import styles from './composer.module.css';

export interface AttachmentsProps {
  paths: readonly string[];
  isOpen: boolean;
  onChange(paths: readonly string[]): void;
}

/** Files that go with a message. The agent reads them where it runs, so they are named, not uploaded. */
export function Attachments({ paths, isOpen, onChange }: AttachmentsProps) {
  const [path, setPath] = useState('');
  const id = useId();
  const add = () => {
    const given = path.trim();
    if (given === '') return;
    if (!paths.includes(given)) onChange([...paths, given]);
    setPath('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <>
      {paths.length > 0 && (
        <ul className={styles.chips} aria-label="Attachments">
          {paths.map((each) => (
            <li key={each}>
              <Icon name="file" />
              <code title={each}>{each}</code>
              <IconButton
                label={`Remove ${each}`}
                onClick={() => onChange(paths.filter((other) => other !== each))}
              >
                <Icon name="close" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div className={styles.attach}>
          <label htmlFor={id}>A file or image on the daemon's machine</label>
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
      )}
    </>
  );
}
