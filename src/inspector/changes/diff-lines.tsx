import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import type { DiffFile, DiffLine } from '../../text/diff-files.js';
import { useSession } from '../session/use-session.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import styles from './changes.module.css';
import { CommentForm } from './comment-form.js';
import { type Comment, changeComments } from './comments.js';

/** Lines shown per file. */
const MAX_LINES = 2_000;
const signs = { add: '+', del: '−', normal: ' ', gap: '' };
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

export interface DiffLinesProps {
  path: string;
  file: DiffFile;
  /** Those on this file. */
  comments: readonly Comment[];
  /** Whether there is an agent to comment for. */
  mayComment: boolean;
}

/** The lines of a file's diff. Arrow keys move between them, Enter writes a comment. */
export function DiffLines({ path, file, comments, mayComment }: DiffLinesProps) {
  const { sessionId } = useSession();
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(firstLineOf(file));
  const [writing, setWriting] = useState<number | null>(null);
  const lines = file.lines.slice(0, MAX_LINES);

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
    const buttons = [...body.current!.querySelectorAll<HTMLElement>('button[data-line]')];
    const at = buttons.indexOf(event.target);
    const next = buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    setCurrent(Number(next.dataset.line));
    next.focus();
  };
  const focusLine = (index: number) => {
    setWriting(null);
    body.current?.querySelector<HTMLElement>(`button[data-line="${index}"]`)?.focus();
  };
  const save = (line: DiffLine, index: number, text: string) => {
    const about = { path, ...placeOf(line), quote: `${quoteSigns[line.type]}${line.text}` };
    changeComments(sessionId, (now) => [
      ...now.filter((each) => !isOn(each, line) || each.path !== path),
      { id: crypto.randomUUID(), ...about, text },
    ]);
    focusLine(index);
  };
  return (
    <table className={styles.lines} onKeyDown={move}>
      <tbody ref={body}>
        {lines.map((line, index) => {
          const comment = comments.find((each) => isOn(each, line));
          const { line: number } = placeOf(line);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff never move
            <Fragment key={index}>
              <tr data-type={line.type}>
                <td className={styles.number}>
                  {line.type === 'gap' ? null : mayComment ? (
                    <button
                      type="button"
                      data-line={index}
                      tabIndex={index === current ? 0 : -1}
                      aria-label={`Comment on ${path} line ${number}: ${line.text}`}
                      onClick={() => {
                        setCurrent(index);
                        setWriting(index);
                      }}
                    >
                      {number}
                    </button>
                  ) : (
                    number
                  )}
                </td>
                <td className={styles.text}>
                  <span className={styles.sign} aria-hidden="true">
                    {signs[line.type]}
                  </span>
                  {line.text}
                </td>
              </tr>
              {writing === index && (
                <tr className={styles.commenting}>
                  <td colSpan={2}>
                    <CommentForm
                      place={`${path} line ${number}`}
                      text={comment?.text ?? ''}
                      onSave={(text) => save(line, index, text)}
                      onCancel={() => focusLine(index)}
                    />
                  </td>
                </tr>
              )}
              {comment && writing !== index && (
                <tr className={styles.commenting}>
                  <td colSpan={2}>
                    <p className={styles.comment}>
                      {comment.text}
                      <IconButton
                        label={`Remove the comment on line ${number}`}
                        onClick={() =>
                          changeComments(sessionId, (now) => now.filter(({ id }) => id !== comment.id))
                        }
                      >
                        <Icon name="close" />
                      </IconButton>
                    </p>
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
        {file.lines.length > MAX_LINES && (
          <tr>
            <td colSpan={2}>{file.lines.length - MAX_LINES} more lines are not shown</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const quoteSigns = { add: '+', del: '-', normal: ' ', gap: '' };

function placeOf({ type, before, after }: DiffLine): { line: number; isRemoved: boolean } {
  return { line: (type === 'del' ? before : after) ?? 0, isRemoved: type === 'del' };
}

function isOn(comment: Comment, line: DiffLine): boolean {
  const { line: number, isRemoved } = placeOf(line);
  return line.type !== 'gap' && comment.line === number && comment.isRemoved === isRemoved;
}

function firstLineOf({ lines }: DiffFile): number {
  const changed = lines.findIndex(({ type }) => type === 'add' || type === 'del');
  return Math.max(changed, 0);
}
