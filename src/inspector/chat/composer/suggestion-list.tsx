import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.js';
import type { Suggestion } from './suggestions.js';
import styles from './suggestions.module.css';

export interface SuggestionListProps {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  active: number;
  onPick(suggestion: Suggestion): void;
}

/** The menu of commands or files above the text, which keeps the focus. */
export function SuggestionList({ id, label, suggestions, active, onPick }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new active option
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, suggestions]);
  return (
    <div className={styles.list} role="listbox" id={id} aria-label={label} ref={list}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
        <div
          key={suggestion.text}
          id={`${id}-${index}`}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // A click must not take the focus from the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          <Icon name={suggestion.icon} />
          <code>{suggestion.name}</code>
          {suggestion.detail !== '' && <span>{suggestion.detail}</span>}
        </div>
      ))}
    </div>
  );
}
