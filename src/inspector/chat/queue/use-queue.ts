import { useRef, useState } from 'react';
import type { QueueEntry } from '../../../client/index.js';
import { useSession, useSessionValue } from '../../session/use-session.js';
import { queueProblem } from './queue-problem.js';
import { moved } from './reorder.js';

/** The queued messages, and what can be done with them. Each action returns whether it succeeded. */
export function useQueue() {
  const store = useSession();
  const { handle } = store;
  const queued = useSessionValue(({ queue }) => queue.entries);
  const [problem, setProblem] = useState<string | null>(null);
  /** The order that was asked for, until the daemon has answered. */
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const isBusy = useRef(false);
  const entries = order === null ? queued : inOrder(queued, order);

  /** Changes follow each other: the revision of the second one is known when the first is done. */
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setProblem(null);
    try {
      await call();
      return true;
    } catch (error) {
      // The refusal matters more than a failure to read the queue.
      await store.readQueue().catch(() => {});
      setProblem(queueProblem(error as Error));
      return false;
    } finally {
      isBusy.current = false;
      setOrder(null);
    }
  };
  return {
    entries,
    problem,
    setProblem,
    edit: ({ messageId, revision }: QueueEntry, message: string) =>
      run(() => handle.updateQueued(messageId, { revision, message })),
    move: ({ messageId, revision }: QueueEntry, position: number) =>
      run(() => {
        setOrder(
          moved(
            queued.map((entry) => entry.messageId),
            messageId,
            position,
          ),
        );
        return handle.updateQueued(messageId, { revision, position });
      }),
    sendNow: ({ messageId, revision }: QueueEntry, whenBusy: 'steer' | 'interrupt') =>
      run(() => handle.updateQueued(messageId, { revision, whenBusy })),
    remove: ({ messageId }: QueueEntry) => run(() => handle.removeQueued(messageId)),
  };
}

/** Messages that the order does not name come last. */
function inOrder(entries: readonly QueueEntry[], order: readonly string[]): QueueEntry[] {
  const place = ({ messageId }: QueueEntry) => {
    const index = order.indexOf(messageId);
    return index < 0 ? order.length : index;
  };
  return entries.toSorted((a, b) => place(a) - place(b));
}
