import { useMemo } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { duration } from '../../text/amounts.js';
import type { MachineView } from '../machine/machine-view.js';
import panel from '../machine/panel.module.css';
import { Scroller } from '../machine/scroller.js';
import { useEventsInView } from '../machine/use-machine-view.js';
import { useSession } from '../session/use-session.js';
import { navigate, useRoute } from '../shell/route.js';
import { chatRowKey } from '../timeline/chat-row-key.js';
import { NativePayload } from '../timeline/native-payload.js';
import { Button, IconButton } from '../ui/button.js';
import { counterpartOf } from './counterpart.js';
import { explain } from './explain.js';
import { GapExplanation } from './gap-explanation.js';
import { headlineOf } from './headline.js';
import { showWhy } from './show-why.js';
import { Steps } from './steps.js';
import { useGapBefore } from './use-waits.js';
import { WaitNow } from './wait-now.js';

/** Why the session is, or was, as it is: the event, the transitions and guards, and the native payload behind it. */
export function WhyPanel({ event, view }: { event: UniversalEvent; view: MachineView }) {
  const { sessionId } = useSession();
  const { at } = useRoute();
  const steps = useMemo(
    () => explain({ value: view.before, context: view.contextBefore }, event),
    [event, view.before, view.contextBefore],
  );
  const gap = useGapBefore(event.sequence);
  const item = chatRowKey(event);
  const { sequence, type, time } = event;
  return (
    <section className={panel.panel} aria-label={`Why: event ${sequence}`}>
      <header>
        <h2>
          Why: {type} <small>event {sequence}</small>
        </h2>
        <IconButton label="Close" onClick={() => navigate({ sessionId, view: 'machine', at })}>
          ✕
        </IconButton>
      </header>
      <Scroller className={panel.body} label="Explanation">
        <p>
          {headlineOf(event)} <time dateTime={time}>{time.slice(11, 23)}</time>
        </p>
        <nav className={panel.links} aria-label="The same event elsewhere">
          {item && (
            <Button onClick={() => navigate({ sessionId, view: 'chat', item, why: sequence })}>
              Show in chat
            </Button>
          )}
          <Button onClick={() => navigate({ sessionId, view: 'timeline', at: sequence })}>
            Show in timeline
          </Button>
        </nav>
        {gap && <GapExplanation gap={gap} />}
        <WaitNow event={event} />
        <Steps event={type} steps={steps} />
        <Counterpart event={event} />
        <NativePayload key={sequence} sequence={sequence} none={nonePayload(event)} />
      </Scroller>
    </section>
  );
}

/** The request of an outcome, or the outcome of a request, and the time between them. */
function Counterpart({ event }: { event: UniversalEvent }) {
  const { sessionId } = useSession();
  const other = counterpartOf(useEventsInView().events, event);
  if (other === null) return null;
  const ms = Math.abs(Date.parse(other.time) - Date.parse(event.time));
  return (
    <p>
      {other.sequence > event.sequence ? 'Resolved' : 'Requested'} by{' '}
      <button
        type="button"
        className={panel.link}
        onClick={() => showWhy({ sessionId, sequence: other.sequence, item: chatRowKey(other) })}
      >
        {other.type}, event {other.sequence}
      </button>
      , {duration(ms)} {other.sequence > event.sequence ? 'later' : 'before'}.
    </p>
  );
}

function nonePayload({ source }: UniversalEvent): string {
  return source === 'daemon'
    ? 'None: the daemon decided on this event by itself, or because a client asked for it.'
    : 'None was kept.';
}
