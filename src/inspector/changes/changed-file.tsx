import { useMemo } from 'react';
import type { FileChange } from '../../client/index.js';
import { parseFiles } from '../../text/diff-files.js';
import { useSession } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import { IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import styles from './changes.module.css';
import type { Comment } from './comments.js';
import { DiffLines } from './diff-lines.js';
import { Counts } from './file-list.js';

export interface ChangedFileProps {
  change: FileChange;
  comments: readonly Comment[];
  mayComment: boolean;
  isOpen: boolean;
  onToggle(): void;
}

/** A file with its diff. */
export function ChangedFile({ change, comments, mayComment, isOpen, onToggle }: ChangedFileProps) {
  const { path, movedFrom, diff, complete, edits } = change;
  const { sessionId } = useSession();
  const files = useMemo(() => parseFiles(diff) ?? [], [diff]);
  const last = edits.at(-1)?.itemId ?? null;
  return (
    <section className={styles.file} aria-label={`Changes to ${path}`} data-path={path}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name="chevron" />
          <span>
            {movedFrom !== null && <del>{movedFrom}</del>} {path}
          </span>
        </button>
        <Counts change={change} />
        <IconButton
          label={`Show the last edit of ${path} in the conversation`}
          onClick={() => navigate({ sessionId, item: last, view: 'chat' })}
        >
          <Icon name="events" />
        </IconButton>
        <CopyButton what={`diff of ${path}`} text={() => diff} />
      </h3>
      {isOpen && (
        <>
          {!complete && files.length > 0 && (
            <p className={styles.note}>
              The content before is not known: {edits.length === 1 ? 'the edit' : `${edits.length} edits`} as
              reported, in order.
            </p>
          )}
          {files.map((file, index) => (
            <DiffLines
              // biome-ignore lint/suspicious/noArrayIndexKey: edits are only added
              key={index}
              path={path}
              file={file}
              comments={comments}
              mayComment={mayComment}
            />
          ))}
          {files.length === 0 && (
            <p className={styles.note}>
              {movedFrom !== null && complete ? 'Moved without changes.' : 'There is no diff of this file.'}
            </p>
          )}
        </>
      )}
    </section>
  );
}
