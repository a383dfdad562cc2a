import type { Thread } from '../../../client/index.js';
import { useSession, useSessionValue } from '../../session/use-session.js';
import { useCapabilities } from '../../sessions/use-agents.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { useAction } from '../../ui/use-action.js';
import { useFold } from '../folds.js';
import { threadFoldKey } from '../list/use-list-rows.js';
import { Elapsed } from '../tools/elapsed.js';
import { useIsLive, useThread } from '../transcript-context.js';
import { activityOf, stepsOf, timeOf } from './activity.js';
import styles from './threads.module.css';

const labels: Record<Thread['status'], string> = {
  running: 'Running',
  waiting: 'Waiting for you',
  completed: 'Done',
  failed: 'Stopped',
};

/** Folds the work of the sub-agent that an item heads, shows its state, and stops it. */
export function ThreadBar({ itemId }: { itemId: string }) {
  const thread = useThread(itemId);
  const [isOpen, toggle] = useFold(threadFoldKey(itemId), true);
  return (
    <div className={styles.bar} data-thread={thread?.status}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={toggle}>
        <Icon name="chevron" />
        {isOpen ? 'Hide sub-agent' : 'Show sub-agent'}
      </button>
      {thread && <ThreadState thread={thread} />}
      {thread && (thread.status === 'running' || thread.status === 'waiting') && (
        <StopButton thread={thread} />
      )}
    </div>
  );
}

/** Whether it works, for how long, and what it does; afterwards, what it has done. */
function ThreadState({ thread }: { thread: Thread }) {
  const isLive = useIsLive();
  const isRunning = thread.status === 'running' || thread.status === 'waiting';
  const run = thread.runs.at(-1);
  const facts = isRunning ? [activityOf(thread)] : [stepsOf(thread), timeOf(thread)];
  return (
    <span className={styles.state} data-state={thread.status}>
      <strong>{labels[thread.status]}</strong>
      {isRunning && isLive && run && <Elapsed since={run.time} />}
      {facts.filter(Boolean).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  );
}

/** A sub-agent without a call of its own. */
export function ThreadCard({ itemId }: { itemId: string }) {
  const thread = useThread(itemId);
  return (
    <article className={styles.card} data-kind="thread" aria-busy={thread?.status === 'running'}>
      <h2>
        <Icon name="robot" /> {thread?.title}
      </h2>
      <ThreadBar itemId={itemId} />
    </article>
  );
}

function StopButton({ thread: { threadId, title } }: { thread: Thread }) {
  const store = useSession();
  const agent = useSessionValue(({ session }) => session?.agent ?? null);
  const { isBusy, problem, run } = useAction();
  const isLive = useIsLive();
  if (useCapabilities(agent)?.interruptThread !== true || !isLive) return null;
  return (
    <>
      <Button
        disabled={isBusy}
        aria-label={`Stop sub-agent ${title}`}
        onClick={() => run(() => store.handle.interrupt({ threadId }))}
      >
        <Icon name="stop" /> Stop
      </Button>
      <Alert message={problem} />
    </>
  );
}
