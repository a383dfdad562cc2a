import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import { CopyTextButton } from '../ui/copy-button.js';
import { FilterInput } from '../ui/filter-input.js';
import { curlCommand } from './curl.js';
import styles from './raw.module.css';

export interface RawToolbarProps {
  text: string;
  onText(text: string): void;
  isRaw: boolean;
  onRaw(isRaw: boolean): void;
  isPaused: boolean;
  onPaused(isPaused: boolean): void;
  /** The number of matching events. */
  found: number;
  /** The matching events as JSON, one per line. */
  all(): string;
  /** Which of the events are loaded, so that they can be searched and copied; null if there are no older ones. */
  of: { loaded: number; total: number; loadOlder(): void } | null;
}

export function RawToolbar(props: RawToolbarProps) {
  const { text, onText, isRaw, onRaw, isPaused, onPaused, found, all, of } = props;
  const { sessionId } = useSession();
  const curl = () => curlCommand({ origin: location.origin, sessionId, sequence: null, raw: isRaw });
  return (
    <search className={styles.toolbar}>
      <FilterInput label="Filter JSON" value={text} onChange={onText} />
      <label>
        <input type="checkbox" checked={isRaw} onChange={(event) => onRaw(event.target.checked)} />
        Raw payloads
      </label>
      <Button aria-pressed={isPaused} onClick={() => onPaused(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <CopyTextButton text={all}>{`Copy ${found.toLocaleString('en')} as JSON`}</CopyTextButton>
      {of && (
        <span className={styles.partly}>
          Of {of.loaded.toLocaleString('en')} events out of {of.total.toLocaleString('en')}
          <Button onClick={of.loadOlder}>Load older</Button>
        </span>
      )}
      <CopyTextButton text={curl}>Copy stream as curl</CopyTextButton>
    </search>
  );
}
