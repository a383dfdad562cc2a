import { memo, useState } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import { JsonTree } from '../ui/json-tree.js';
import { useCopy } from '../ui/use-copy.js';
import { curlOf } from './curl.js';
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
  const curl = () => curlOf({ origin: location.origin, sessionId, sequence, raw: isRaw });
  return (
    <div className={styles.event}>
      <div className={styles.line}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className={styles.sequence}>{sequence}</span>
          <span className={styles.type}>{type}</span>
          <span className={styles.json}>{isLoading ? '…' : JSON.stringify(line).slice(0, 400)}</span>
        </button>
        {isOpen && (
          <>
            <Copy label="JSON" text={() => JSON.stringify(event, null, 2)} />
            <Copy label="curl" text={curl} />
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

function Copy({ label, text }: { label: string; text(): string }) {
  const { isCopied, copy } = useCopy();
  return (
    <Button aria-label={`Copy as ${label}`} onClick={() => copy(text())}>
      {isCopied ? '✓' : label}
    </Button>
  );
}
