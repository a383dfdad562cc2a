import type { FileChange } from '../../client/index.js';
import styles from './changes.module.css';

const letters: Record<FileChange['status'], string> = { added: 'A', modified: 'M', deleted: 'D', moved: 'R' };
const words: Record<FileChange['status'], string> = {
  added: 'Added',
  modified: 'Modified',
  deleted: 'Deleted',
  moved: 'Moved',
};

export interface FileListProps {
  files: readonly FileChange[];
  onPick(path: string): void;
}

/** The changed files, to jump to. */
export function FileList({ files, onPick }: FileListProps) {
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.map((change) => (
        <li key={change.path}>
          <button type="button" onClick={() => onPick(change.path)}>
            <span className={styles.letter} data-status={change.status} title={words[change.status]}>
              <span aria-hidden="true">{letters[change.status]}</span>
              <span className="visually-hidden">{words[change.status]}</span>
            </span>
            <Path path={change.path} />
            <Counts change={change} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The end of a path tells more than its beginning. */
function Path({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <span className={styles.path} title={path}>
      {path.slice(at)} <small>{path.slice(0, Math.max(at - 1, 0))}</small>
    </span>
  );
}

export function Counts({ change: { added, removed, complete } }: { change: FileChange }) {
  return (
    <span className={styles.counts}>
      {!complete && <span title="The content before is not known">≈</span>}
      <span data-type="add">+{added}</span>
      <span data-type="del">−{removed}</span>
    </span>
  );
}
