import type { UniversalEvent } from '../../client/index.js';
import { duration } from '../../text/amounts.js';
import { agentLabel } from '../machine/labels.js';
import panel from '../machine/panel.module.css';
import { useSession, useSessionValue } from '../session/use-session.js';
import { useNow } from '../sessions/use-now.js';
import { showWhy } from './show-why.js';
import { useWaitNow, useWaits } from './use-waits.js';
import { waitText } from './wait-words.js';

/** Below the event that brought the session into its present status: what it waits for, and for how long. */
export function WaitNow({ event }: { event: UniversalEvent }) {
  const { sessionId } = useSession();
  const isCurrent = useWaits().statusEvent === event;
  const wait = useWaitNow();
  const agent = useSessionValue((store) => store.agent);
  const queued = useSessionValue(({ session }) => session?.queued ?? 0);
  const now = useNow(1000);
  if (!isCurrent || !wait) return null;
  const { waitedFor, since } = wait;
  const facts = [
    agent !== null && `agent process: ${agentLabel(agent)}`,
    queued > 0 && `${queued} in the queue until the turn ends`,
  ].filter(Boolean);
  return (
    <p className={panel.gap} data-wait={waitedFor.kind}>
      <strong>Now waiting for {waitText(waitedFor)}</strong>
      <small>
        for {duration(Math.max(0, now - Date.parse(since.time)))}, since{' '}
        <button
          type="button"
          className={panel.link}
          onClick={() => showWhy({ sessionId, sequence: since.sequence })}
        >
          event {since.sequence}
        </button>
        {facts.length > 0 && ` · ${facts.join(' · ')}`}
      </small>
    </p>
  );
}
