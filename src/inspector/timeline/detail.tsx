import type { Refusal, UniversalEvent } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import { Button, IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { JsonTree } from '../ui/json-tree.js';
import { chatRowKey } from './chat-row-key.js';
import styles from './detail.module.css';
import { useRaw } from './use-raw.js';

/** One event in full, with its native payload. */
export function EventDetail({ event, onClose }: { event: UniversalEvent; onClose(): void }) {
  const { sessionId } = useSession();
  const item = chatRowKey(event);
  return (
    <section className={styles.detail} aria-label={`Event ${event.sequence}`}>
      <header>
        <h2>
          {event.sequence} · {event.type}
        </h2>
        {item && (
          <Button onClick={() => navigate({ sessionId, view: 'chat', at: event.sequence, item })}>
            Show in chat
          </Button>
        )}
        <CopyButton what="event as JSON" text={() => JSON.stringify(event, null, 2)} />
        <IconButton label="Close" onClick={onClose}>
          ✕
        </IconButton>
      </header>
      <div className={styles.body}>
        <JsonTree value={event.data} />
        <Raw key={event.sequence} sequence={event.sequence} />
        <h3>Envelope</h3>
        <JsonTree value={{ ...event, data: undefined, raw: undefined }} />
      </div>
    </section>
  );
}

function Raw({ sequence }: { sequence: number }) {
  const payload = useRaw(sequence);
  return (
    <>
      <h3>
        Raw payload
        {payload.status === 'loaded' && payload.raw !== null && (
          <CopyButton what="raw payload" text={() => JSON.stringify(payload.raw, null, 2)} />
        )}
      </h3>
      {payload.status === 'loading' && <p className={styles.hint}>Loading …</p>}
      {payload.status === 'failed' && <p role="alert">{payload.problem}</p>}
      {payload.status === 'loaded' &&
        (payload.raw === null ? (
          <p className={styles.hint}>None: this event was created by the daemon.</p>
        ) : (
          <JsonTree value={payload.raw} />
        ))}
    </>
  );
}

/** A refused command or dropped draft, and why. */
export function RefusalDetail({ refusal, onClose }: { refusal: Refusal; onClose(): void }) {
  return (
    <section className={styles.detail} aria-label={`Refused: ${refusal.input}`}>
      <header>
        <h2>{refusal.input}</h2>
        <CopyButton what="refusal as JSON" text={() => JSON.stringify(refusal, null, 2)} />
        <IconButton label="Close" onClick={onClose}>
          ✕
        </IconButton>
      </header>
      <div className={styles.body}>
        <p className={styles.reason}>{refusal.reason}</p>
        <JsonTree value={refusal} />
      </div>
    </section>
  );
}
