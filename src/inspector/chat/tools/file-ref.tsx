import type { ContentPart } from '../../../client/index.js';
import { useSessionValue } from '../../session/use-session.js';
import { Diff } from '../../ui/diff/diff.js';
import { Icon } from '../../ui/icon.js';
import { relativePath } from './relative-path.js';
import styles from './tools.module.css';

const verbs = { read: 'Read', write: 'Wrote', patch: 'Changed' };

/** A file that was read or changed, with its diff if known. */
export function FileRef({ part }: { part: Extract<ContentPart, { type: 'file_ref' }> }) {
  const directory = useSessionValue(({ session }) => session?.directory ?? null);
  if (part.diff) return <Diff diff={part.diff} path={relativePath(part.path, directory)} />;
  return (
    <p className={styles.file}>
      <Icon name="file" />
      <span>{verbs[part.action]}</span>
      <code title={part.path}>{relativePath(part.path, directory)}</code>
    </p>
  );
}
