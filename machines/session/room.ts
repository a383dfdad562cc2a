import type { OpenItem } from './context.js';
import { isOpenRun, OVERFLOW } from './evolve.js';
import { closeItem } from './item-endings.js';
import { oldestItem } from './open-items.js';
import type { Scribe } from './scribe.js';

const OPEN_ITEMS = 1000;

/**
 * An item is about to start in a thread. If too many are open, the oldest is closed, of the same thread where possible,
 * and the turn is interrupted: an agent that opens items and never completes them would fill the memory.
 */
export function makeRoom(scribe: Scribe, thread: string | null): void {
  const { input, open } = scribe.context;
  const limit = input.openItems ?? OPEN_ITEMS;
  if (open.size < limit) return;
  if (!scribe.context.overflowed) reportOverflow(scribe, limit);
  const isWork = (item: OpenItem) => !isOpenRun(scribe.context, item);
  const oldest =
    oldestItem(open, (item) => item.thread === thread && isWork(item)) ??
    oldestItem(open, isWork) ??
    oldestItem(open, () => true);
  if (oldest) closeItem(scribe, oldest, 'failed');
}

function reportOverflow(scribe: Scribe, limit: number): void {
  const message = `The agent started another item while ${limit} were open: the oldest is closed for each new one, and the agent is interrupted.`;
  const details = { retryable: false, category: 'agent', limit } as const;
  scribe.write('error', { message, code: OVERFLOW, details }, 'daemon');
}
