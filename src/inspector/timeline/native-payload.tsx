import { CopyButton } from '../ui/copy-button.js';
import { JsonTree } from '../ui/json-tree.js';
import styles from './detail.module.css';
import { useRaw } from './use-raw.js';

export interface NativePayloadProps {
  sequence: number;
  /** Shown if there is none. */
  none: string;
}

/** What the agent sent, from which an event was made. */
export function NativePayload({ sequence, none }: NativePayloadProps) {
  const payload = useRaw(sequence);
  return (
    <section className={styles.native} aria-label="Native payload">
      <h3>
        Native payload
        {payload.status === 'loaded' && payload.raw !== null && (
          <CopyButton what="native payload" text={() => JSON.stringify(payload.raw, null, 2)} />
        )}
      </h3>
      {payload.status === 'loading' && <p className={styles.hint}>Loading …</p>}
      {payload.status === 'failed' && <p role="alert">{payload.problem}</p>}
      {payload.status === 'loaded' &&
        (payload.raw === null ? <p className={styles.hint}>{none}</p> : <JsonTree value={payload.raw} />)}
    </section>
  );
}
