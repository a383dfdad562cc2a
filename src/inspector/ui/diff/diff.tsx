import { memo, useMemo } from 'react';
import type { LongValueRef } from '../../../client/index.js';
import { type DiffFile, type DiffLine, parseFiles } from '../../../text/diff-files.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icon.js';
import { JsonText } from '../json-text.js';
import styles from './diff.module.css';

export interface DiffProps {
  /** A reference if it is too long for an event. */
  diff: string | LongValueRef;
  /** The file's path, if the diff itself does not tell. */
  path?: string;
}

/** Lines shown per file. */
const MAX_LINES = 2_000;
const signs = { add: '+', del: '−', normal: ' ', gap: ' ' };
const changes = { new: 'New file', deleted: 'Deleted' };
const labels = { add: 'Added:', del: 'Removed:', normal: '', gap: '' };

/** A unified diff, file by file; shown as text if it cannot be parsed. */
export const Diff = memo(function Diff({ diff, path }: DiffProps) {
  const files = useMemo(() => (typeof diff === 'string' ? parseFiles(diff) : null), [diff]);
  if (!files || typeof diff !== 'string')
    return <JsonText label={path ? `Changes to ${path}` : 'Changes'} value={diff} />;
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
  const lines = file.lines.slice(0, MAX_LINES);
  return (
    <figure className={styles.diff}>
      <figcaption>
        <Icon name="file" />
        <code>{name}</code>
        {file.change !== 'changed' && <small data-change={file.change}>{changes[file.change]}</small>}
        <span className={styles.counts}>
          <span data-type="add">+{file.added}</span> <span data-type="del">−{file.removed}</span>
        </span>
        <CopyButton what="diff" text={() => diff} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
      <section className={styles.lines} tabIndex={0} aria-label={`Changes to ${name}`}>
        <table>
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a diff never changes
              <Line key={index} line={line} />
            ))}
          </tbody>
        </table>
        {file.lines.length > MAX_LINES && <p>{file.lines.length - MAX_LINES} more lines are not shown</p>}
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
        {labels[type] && <span className="visually-hidden">{labels[type]} </span>}
        {text}
      </td>
    </tr>
  );
}
