import { useRef, useState } from 'react';
import type { QueueEntry, Session } from '../../../client/index.js';
import { useSession, useSessionValue } from '../../session/use-session.js';
import { queueProblem } from './queue-problem.js';
import { moved } from './reorder.js';

type QueueChanges = Omit<Parameters<Session['updateQueued']>[1], 'revision'>;

/** The queued messages, and what can be done with them. Each action returns whether it succeeded. */
export function useQueue() {
  const store = useSession();
  const { handle } = store;
  const queued = useSessionValue(({ queue }) => queue.entries);
  const [problem, setProblem] = useState<string | null>(null);
  /** The order that was asked for, until the daemon has answered. */
  const [order, setOrder] = useState<readonly string[] | null>(null);
  /** The end of the latest change, and how many have not ended. */
  const latest = useRef<Promise<unknown>>(Promise.resolve());
  const open = useRef(0);
  /** Messages that are about to leave the queue: a second click on them means nothing. */
  const leaving = useRef(new Set<string>());
  /** The revisions that messages have after changes made here, which the events may not have told yet. */
  const revisions = useRef(new Map<string, number>());
  const entries = order === null ? queued : inOrder(queued, order);

  const change = async (call: () => Promise<unknown>): Promise<boolean> => {
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
      open.current -= 1;
      if (open.current === 0) setOrder(null);
    }
  };
  /** Changes follow each other: the revision for the second one is known when the first is done. */
  const run = (call: () => Promise<unknown>): Promise<boolean> => {
    open.current += 1;
    const done = latest.current.then(() => change(call));
    latest.current = done;
    return done;
  };
  const update = (entry: QueueEntry, changes: QueueChanges) =>
    run(async () => {
      const { messageId } = entry;
      const revision = Math.max(entry.revision, revisions.current.get(messageId) ?? 0);
      const after = await handle.updateQueued(messageId, { revision, ...changes });
      const changed = after.entries.find((each) => each.messageId === messageId);
      if (changed) revisions.current.set(messageId, changed.revision);
      else revisions.current.delete(messageId);
    });
  const leave = async (messageId: string, call: () => Promise<boolean>): Promise<boolean> => {
    if (leaving.current.has(messageId)) return false;
    leaving.current.add(messageId);
    return call().finally(() => leaving.current.delete(messageId));
  };
  return {
    entries,
    problem,
    setProblem,
    edit: (entry: QueueEntry, message: string) => update(entry, { message }),
    move: (entry: QueueEntry, position: number) => {
      const ids = entries.map(({ messageId }) => messageId);
      setOrder(moved(ids, entry.messageId, position));
      return update(entry, { position });
    },
    sendNow: (entry: QueueEntry, whenBusy: 'steer' | 'interrupt') =>
      leave(entry.messageId, () => update(entry, { whenBusy })),
    remove: ({ messageId }: QueueEntry) => leave(messageId, () => run(() => handle.removeQueued(messageId))),
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
