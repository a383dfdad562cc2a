import { FilterInput } from '../ui/filter-input.js';
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
      <FilterInput label="Filter events" value={text} onChange={onText} />
      <button type="button" aria-pressed={isAbsolute} onClick={() => onAbsolute(!isAbsolute)}>
        Clock times
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
