import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import { useCopy } from '../ui/use-copy.js';
import { curlOf } from './curl.js';
import styles from './raw.module.css';

export interface RawToolsProps {
  text: string;
  onText(text: string): void;
  isRaw: boolean;
  onRaw(isRaw: boolean): void;
  isPaused: boolean;
  onPaused(isPaused: boolean): void;
  /** How many events there are to copy. */
  found: number;
  /** All of them, a line each. */
  all(): string;
}

export function RawTools(props: RawToolsProps) {
  const { text, onText, isRaw, onRaw, isPaused, onPaused, found, all } = props;
  const { sessionId } = useSession();
  const curl = () => curlOf({ origin: location.origin, sessionId, sequence: null, raw: isRaw });
  return (
    <search className={styles.tools}>
      <input
        type="search"
        placeholder="Filter JSON"
        aria-label="Filter JSON"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <label>
        <input type="checkbox" checked={isRaw} onChange={(event) => onRaw(event.target.checked)} />
        Raw payloads
      </label>
      <Button aria-pressed={isPaused} onClick={() => onPaused(!isPaused)}>
        {isPaused ? 'Go on' : 'Pause'}
      </Button>
      <Copy label={`Copy ${found.toLocaleString('en')} as JSON`} text={all} />
      <Copy label="Copy stream as curl" text={curl} />
    </search>
  );
}

function Copy({ label, text }: { label: string; text(): string }) {
  const { isCopied, copy } = useCopy();
  return <Button onClick={() => copy(text())}>{isCopied ? 'Copied' : label}</Button>;
}
