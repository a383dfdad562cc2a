import { type ReactNode, useState } from 'react';
import styles from './json-tree.module.css';

const LONG_TEXT = 400;
const MANY = 100;

/** JSON that can be folded. Nothing is rendered that is folded away. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <div className={styles.tree}>
      <Node value={value} depth={0} />
    </div>
  );
}

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }): ReactNode {
  const [isOpen, setOpen] = useState(depth < 3);
  const [most, setMost] = useState(MANY);
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
  if (isWhole || value.length <= LONG_TEXT)
    return <span className={styles.text}>{JSON.stringify(value)}</span>;
  return (
    <>
      <span className={styles.text}>{JSON.stringify(value.slice(0, LONG_TEXT)).slice(0, -1)}</span>
      <button type="button" onClick={() => setWhole(true)}>
        … {value.length - LONG_TEXT} more characters
      </button>
    </>
  );
}
