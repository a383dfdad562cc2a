import { itemsInOrder, type OpenItem, type SessionContext } from '../../machines/index.js';
import { CHECKPOINT_VERSION, type SessionCheckpoint } from '../schema/index.js';
import { endOfText } from './text-cut.js';
import type { PastMachine } from './time-travel.js';

/** The texts of all open items together; of each, the end is kept. */
const MAX_TEXT = 1024 * 1024;

/** What a reader needs to start after an event. Its size does not depend on the length of the session. */
export function checkpointOf({ value, context }: Pick<PastMachine, 'value' | 'context'>): SessionCheckpoint {
  const open = itemsInOrder(context.open);
  const share = Math.floor(MAX_TEXT / Math.max(1, open.length));
  const runs = new Set(Object.values(context.threads).map(({ item }) => item));
  const pending = Object.values(context.pending);
  return {
    version: CHECKPOINT_VERSION,
    sessionId: context.input.sessionId,
    sequence: context.sequence,
    time: context.time,
    turn: context.turn && { turn_id: context.turn.id },
    openItems: open.map((item) => ({
      item: itemOf(item),
      source: runs.has(item.id) ? 'daemon' : 'agent',
      ...endOf(item.text, share),
    })),
    permissions: pending.flatMap((each) =>
      each.kind === 'permission' ? [{ sequence: each.sequence, data: each.data }] : [],
    ),
    questions: pending.flatMap((each) =>
      each.kind === 'question' ? [{ sequence: each.sequence, data: each.data }] : [],
    ),
    machine: { value, context: { ...factsOf(context), open: open.map((item) => ({ ...item, text: '' })) } },
  };
}

/** Without what only decides on inputs: names, receipts and messages that wait. Events bring them nowhere. */
function factsOf(context: SessionContext) {
  const { input, open, queue, keys, calls, callThreads, threadIds, taken, takenBack, unechoed, ...facts } =
    context;
  return facts;
}

function itemOf(open: OpenItem): SessionCheckpoint['openItems'][number]['item'] {
  const { id, native, parent, thread, continues, kind, role, content } = open;
  return {
    item_id: id,
    native_item_id: native,
    parent_id: parent,
    thread_id: thread,
    continues,
    kind,
    role,
    content: [...content],
    status: 'in_progress',
  };
}

function endOf(whole: string, chars: number): { text: string; omitted: number } {
  const text = endOfText(whole, chars);
  return { text, omitted: whole.length - text.length };
}
