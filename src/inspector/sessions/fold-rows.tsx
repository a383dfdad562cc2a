import { Icon } from '../ui/icon.js';
import styles from './sessions.module.css';

export interface FolderRowProps {
  folder: string;
  name: string;
  count: number;
  isOpen: boolean;
  onToggle(): void;
}

/** Heads the sessions of a folder. */
export function FolderRow({ folder, name, count, isOpen, onToggle }: FolderRowProps) {
  return (
    <h3 className={styles.folder}>
      <button type="button" aria-expanded={isOpen} title={folder} onClick={onToggle}>
        <Icon name="chevron" />
        <span>{name}</span>
        <small>{count}</small>
      </button>
    </h3>
  );
}

/** Shows or hides the sessions of a folder that have ended. */
export function EndedRow({ count, isOpen, onToggle }: Omit<FolderRowProps, 'name' | 'folder'>) {
  return (
    <div className={styles.folded}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name="chevron" />
        {count} ended
      </button>
    </div>
  );
}
