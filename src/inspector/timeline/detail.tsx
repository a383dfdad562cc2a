import type { Refusal, UniversalEvent } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import { Button, IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { JsonTree } from '../ui/json-tree.js';
import { EventSteps } from '../why/event-steps.js';
import { showWhy } from '../why/show-why.js';
import { chatRowKey } from './chat-row-key.js';
import styles from './detail.module.css';
import { NativePayload } from './native-payload.js';

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
        <Button onClick={() => showWhy({ sessionId, sequence: event.sequence, item })}>Why?</Button>
        <CopyButton what="event as JSON" text={() => JSON.stringify(event, null, 2)} />
        <IconButton label="Close" onClick={onClose}>
          ✕
        </IconButton>
      </header>
      <div className={styles.body}>
        <EventSteps event={event} />
        <JsonTree value={event.data} />
        <NativePayload
          key={event.sequence}
          sequence={event.sequence}
          none="None: this event was created by the daemon."
        />
        <h3>Envelope</h3>
        <JsonTree value={{ ...event, data: undefined, raw: undefined }} />
      </div>
    </section>
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
