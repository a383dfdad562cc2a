import type { Thread } from '../../client/index.js';
import { useSession, useSessionValue, useTranscript } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import styles from './thread-machines.module.css';

/** The states of the thread machine, as they are drawn in a row. */
const states = ['unknown', 'running', 'resting'] as const;

/** Each sub-agent so far with a small machine of its own. They appear when their first run starts. */
export function ThreadMachines({ at }: { at: number | null }) {
  const { transcript } = useTranscript();
  // Threads are changed in place.
  useSessionValue(() => [...transcript.threads.values()].reduce((sum, { version }) => sum + version, 0));
  const threads = [...transcript.threads.values()].filter(
    ({ runs }) => at === null || runs.some(({ sequence }) => sequence <= at),
  );
  if (threads.length === 0) return null;
  return (
    <ul className={styles.threads} aria-label="Sub-agents">
      {threads.map((thread) => (
        <ThreadMachine key={thread.threadId} thread={thread} at={at} />
      ))}
    </ul>
  );
}

function ThreadMachine({ thread, at }: { thread: Thread; at: number | null }) {
  const { sessionId } = useSession();
  const { threadId, title, runs } = thread;
  const isRunning = runs.some((run) => isRunningAt(run, at));
  const state = isRunning ? 'running' : 'resting';
  const isWaiting = at === null && thread.status === 'waiting';
  const note = isWaiting ? 'waiting for you' : at === null && thread.status === 'failed' ? 'cut off' : null;
  return (
    <li>
      <button
        type="button"
        className={styles.title}
        title={`Show ${title} in the chat`}
        onClick={() => navigate({ sessionId, view: 'chat', item: threadId })}
      >
        {title || 'Sub-agent'}
      </button>
      <ol className={styles.states} aria-label={`State of ${title}: ${state}`}>
        {states.map((each) => (
          <li key={each} data-active={each === state} aria-current={each === state ? 'true' : undefined}>
            {each}
          </li>
        ))}
      </ol>
      {note && <small data-waiting={isWaiting}>{note}</small>}
    </li>
  );
}

function isRunningAt({ sequence, lastSequence, item }: Thread['runs'][number], at: number | null): boolean {
  if (at === null) return item.status === 'in_progress';
  return sequence <= at && (item.status === 'in_progress' || lastSequence > at);
}
