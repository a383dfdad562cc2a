import { kinds as allKinds, type Kind } from './kinds.js';
import styles from './timeline.module.css';

export interface FiltersProps {
  counts: Partial<Record<Kind, number>>;
  kinds: ReadonlySet<Kind>;
  onKinds(kinds: ReadonlySet<Kind>): void;
  text: string;
  onText(text: string): void;
  isAbsolute: boolean;
  onAbsolute(isAbsolute: boolean): void;
}

export function Filters({ counts, kinds, onKinds, text, onText, isAbsolute, onAbsolute }: FiltersProps) {
  const toggle = (kind: Kind) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    onKinds(next);
  };
  return (
    <search className={styles.filters}>
      <input
        type="search"
        placeholder="Filter events"
        aria-label="Filter events"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <button type="button" aria-pressed={isAbsolute} onClick={() => onAbsolute(!isAbsolute)}>
        {isAbsolute ? 'clock' : '+ms'}
        <span className="visually-hidden"> times</span>
      </button>
      {allKinds
        .filter((kind) => counts[kind])
        .map((kind) => (
          <button
            key={kind}
            type="button"
            data-kind={kind}
            aria-pressed={kinds.has(kind)}
            onClick={() => toggle(kind)}
          >
            {kind} <b>{counts[kind]?.toLocaleString('en')}</b>
          </button>
        ))}
    </search>
  );
}
