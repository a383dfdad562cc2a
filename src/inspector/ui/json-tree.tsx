import { type ReactNode, useState } from 'react';
import styles from './json-tree.module.css';

const MAX_TEXT_LENGTH = 400;
const PAGE_SIZE = 100;

/** A collapsible JSON tree. Collapsed nodes are not rendered. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <div className={styles.tree}>
      <Node value={value} depth={0} />
    </div>
  );
}

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }): ReactNode {
  const [isOpen, setOpen] = useState(depth < 3);
  const [most, setMost] = useState(PAGE_SIZE);
  const label = name !== undefined && <span className={styles.name}>{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div>
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const [begin, end] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) {
    return (
      <div>
        {label}
        {begin}
        {end}
      </div>
    );
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span className={styles.quiet}>{isOpen ? begin : `${begin} ${entries.length} ${end}`}</span>
      </summary>
      {isOpen && (
        <div className={styles.inside}>
          {entries.slice(0, most).map(([key, inner]) => (
            <Node key={key} name={key} value={inner} depth={depth + 1} />
          ))}
          {entries.length > most && (
            <button type="button" onClick={() => setMost(most * 10)}>
              {entries.length - most} more
            </button>
          )}
        </div>
      )}
    </details>
  );
}

function Leaf({ value }: { value: unknown }) {
  const [isWhole, setWhole] = useState(false);
  if (typeof value !== 'string') return <span className={styles.value}>{String(value)}</span>;
  if (isWhole || value.length <= MAX_TEXT_LENGTH)
    return <span className={styles.text}>{JSON.stringify(value)}</span>;
  return (
    <>
      <span className={styles.text}>{JSON.stringify(value.slice(0, MAX_TEXT_LENGTH)).slice(0, -1)}</span>
      <button type="button" onClick={() => setWhole(true)}>
        … {value.length - MAX_TEXT_LENGTH} more characters
      </button>
    </>
  );
}
