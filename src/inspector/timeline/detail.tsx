import type { Refusal, UniversalEvent } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import { Button, IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { JsonTree } from '../ui/json-tree.js';
import styles from './detail.module.css';
import { placeInChat } from './place-in-chat.js';
import { useRaw } from './use-raw.js';

/** One event with all that is in it, and with what the agent sent. */
export function EventDetail({ event, onClose }: { event: UniversalEvent; onClose(): void }) {
  const { sessionId } = useSession();
  const item = placeInChat(event);
  return (
    <section className={styles.detail} aria-label={`Event ${event.sequence}`}>
      <header>
        <h2>
          {event.sequence} · {event.type}
        </h2>
        {item && (
          <Button onClick={() => navigate({ sessionId, view: 'chat', at: event.sequence, item })}>
            In chat
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
        {payload.status === 'there' && payload.raw !== null && (
          <CopyButton what="raw payload" text={() => JSON.stringify(payload.raw, null, 2)} />
        )}
      </h3>
      {payload.status === 'loading' && <p className={styles.hint}>…</p>}
      {payload.status === 'failed' && <p role="alert">{payload.why}</p>}
      {payload.status === 'there' &&
        (payload.raw === null ? (
          <p className={styles.hint}>None: the daemon made this event itself.</p>
        ) : (
          <JsonTree value={payload.raw} />
        ))}
    </>
  );
}

/** What was not taken, and why. */
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
