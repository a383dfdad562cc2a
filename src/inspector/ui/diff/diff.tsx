import { memo, useMemo } from 'react';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icon.js';
import { JsonText } from '../json-text.js';
import styles from './diff.module.css';
import { type DiffFile, type DiffLine, filesOf } from './parse.js';

export interface DiffProps {
  diff: string;
  /** What it is of, where the diff itself does not say. */
  path?: string;
}

/** More lines than these are not shown at once. */
const MOST_LINES = 2_000;
const signs = { add: '+', del: '−', normal: ' ', gap: ' ' };
const words = { add: 'Added:', del: 'Removed:', normal: '', gap: '' };

/** A unified diff, file by file. What is none is shown as it is. */
export const Diff = memo(function Diff({ diff, path }: DiffProps) {
  const files = useMemo(() => filesOf(diff), [diff]);
  if (!files) return <JsonText label={path ? `Change of ${path}` : 'Change'} value={diff} />;
  return files.map((file, index) => (
    <File
      // biome-ignore lint/suspicious/noArrayIndexKey: a diff never changes
      key={index}
      file={file}
      name={(files.length === 1 ? path : null) ?? file.path ?? 'file'}
      diff={diff}
    />
  ));
});

function File({ file, name, diff }: { file: DiffFile; name: string; diff: string }) {
  const lines = file.lines.slice(0, MOST_LINES);
  return (
    <figure className={styles.diff}>
      <figcaption>
        <Icon name="file" />
        <code>{name}</code>
        <span className={styles.counts}>
          <span data-type="add">+{file.added}</span> <span data-type="del">−{file.removed}</span>
        </span>
        <CopyButton what="diff" text={() => diff} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.lines} tabIndex={0} aria-label={`Change of ${name}`}>
        <table>
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a diff never changes
              <Line key={index} line={line} />
            ))}
          </tbody>
        </table>
        {file.lines.length > MOST_LINES && <p>{file.lines.length - MOST_LINES} more lines are not shown</p>}
      </section>
    </figure>
  );
}

function Line({ line: { type, text, before, after } }: { line: DiffLine }) {
  return (
    <tr data-type={type}>
      <td className={styles.number}>{before}</td>
      <td className={styles.number}>{after}</td>
      <td className={styles.text}>
        <span className={styles.sign} aria-hidden="true">
          {signs[type]}
        </span>
        {words[type] && <span className="visually-hidden">{words[type]} </span>}
        {text}
      </td>
    </tr>
  );
}
