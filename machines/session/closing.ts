import type { DraftOf } from '../../src/schema/index.js';
import type { PendingRequest, SessionContext } from './context.js';
import { closeItems } from './item-endings.js';
import { get } from './ledger.js';
import { cancelRequests, threadOf } from './requests.js';
import type { Scribe } from './scribe.js';
import { threadActions } from './threads.js';
import { flushUserMessages } from './user-message.js';

/** A sub-agent rests. Whatever it left open was cut off. */
export function endThread(scribe: Scribe, draft: DraftOf<'thread.ended'>): void {
  if (!threadActions(scribe.context, draft.thread, 'end').includes('close')) {
    return scribe.drop(draft.thread, 'the thread is not running');
  }
  const id = get(scribe.context.threadIds, draft.thread)!;
  const run = scribe.context.threads[id]!.item;
  close(scribe, (thread) => thread === id, run);
  closeItems(scribe, draft.status ?? 'completed', (item) => item.id === run);
  scribe.remember({ turnThreads: scribe.context.turnThreads.filter((thread) => thread !== id) });
}

/** Closes what ends with a turn: the main thread, and the threads that do not outlive it. */
export function closeTurn(scribe: Scribe): void {
  const { context } = scribe;
  flush(scribe);
  close(scribe, (thread) => endsWithTurn(context, thread));
  scribe.remember({ turnThreads: [] });
}

/** Closes all threads, but not the main one. */
export function closeThreads(scribe: Scribe): void {
  close(scribe, (thread) => thread !== null);
  scribe.remember({ turnThreads: [] });
}

export function closeAll(scribe: Scribe): void {
  flush(scribe);
  close(scribe, () => true);
  scribe.remember({ turnThreads: [] });
}

function flush(scribe: Scribe): void {
  flushUserMessages(scribe);
  scribe.remember({ unechoed: [] });
}

/** Cancels the requests and fails the open items of some threads, except one item. */
function close(scribe: Scribe, isOf: (thread: string | null) => boolean, except?: string): void {
  cancelRequests(scribe, isOf);
  closeItems(scribe, 'failed', ({ id, thread }) => id !== except && isOf(thread));
}

/** Whether a thread ends with the running turn, as the main one does. */
function endsWithTurn({ threads, turnThreads }: SessionContext, thread: string | null): boolean {
  return thread === null || !Object.hasOwn(threads, thread) || turnThreads.includes(thread);
}

/** The oldest pending request that ends with the turn. One of a sub-agent that outlives the turn does not hold it up. */
export function turnRequest(context: SessionContext): PendingRequest | undefined {
  return Object.values(context.pending).find((request) => endsWithTurn(context, threadOf(request)));
}
