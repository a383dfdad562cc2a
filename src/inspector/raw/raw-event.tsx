import { memo, useState } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { CopyTextButton } from '../ui/copy-button.js';
import eventRow from '../ui/event-row.module.css';
import { JsonTree } from '../ui/json-tree.js';
import { curlCommand } from './curl.js';
import styles from './raw.module.css';

export interface RawEventProps {
  event: UniversalEvent;
  isRaw: boolean;
  isLoading: boolean;
}

export const RawEvent = memo(function RawEvent({ event, isRaw, isLoading }: RawEventProps) {
  const { sessionId } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { sequence, type } = event;
  const line = isRaw ? event.raw : event.data;
  const curl = () => curlCommand({ origin: location.origin, sessionId, sequence, raw: isRaw });
  return (
    <div className={styles.event}>
      <div className={styles.line}>
        <button
          type="button"
          className={`${eventRow.button} ${styles.expand}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={eventRow.sequence}>{sequence}</span>
          <span className={`${eventRow.type} ${styles.type}`}>{type}</span>
          <span className={eventRow.text}>{isLoading ? '…' : JSON.stringify(line).slice(0, 400)}</span>
        </button>
        {isOpen && (
          <>
            <CopyTextButton aria-label="Copy as JSON" text={() => JSON.stringify(event, null, 2)}>
              JSON
            </CopyTextButton>
            <CopyTextButton aria-label="Copy as curl" text={curl}>
              curl
            </CopyTextButton>
          </>
        )}
      </div>
      {isOpen && (
        <div className={styles.tree}>
          <JsonTree value={event} />
        </div>
      )}
    </div>
  );
});
