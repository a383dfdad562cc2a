import { duration } from '../../text/amounts.js';
import panel from '../machine/panel.module.css';
import { useSession, useSessionValue } from '../session/use-session.js';
import { showWhy } from './show-why.js';
import { waitText } from './wait-words.js';
import type { Gap } from './waits.js';

/** What was waited for before an event. */
export function GapExplanation({ gap: { after, ms, waitedFor } }: { gap: Gap }) {
  const { sessionId } = useSession();
  const isDisk = useSessionValue(({ refusals }) =>
    refusals.some(
      ({ sequence, problem }) => sequence === after && problem?.type.endsWith('storage_unavailable'),
    ),
  );
  return (
    <p className={panel.gap} data-wait={waitedFor.kind}>
      <strong>
        {duration(ms)} without an event: waited for {isDisk ? 'the disk' : waitText(waitedFor)}
      </strong>
      <small>
        since{' '}
        <button type="button" className={panel.link} onClick={() => showWhy({ sessionId, sequence: after })}>
          event {after}
        </button>
      </small>
    </p>
  );
}
