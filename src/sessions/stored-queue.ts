import type { QueuedMessage, SessionContext } from '../../machines/index.js';
import type { QueueChanges, QueueRow } from '../log/index.js';
import type { SessionQueue } from '../schema/index.js';

type Queue = readonly QueuedMessage[];
type QueueContext = Pick<SessionContext, 'queue' | 'queueRevision'>;

/** A change of the queue for the log. */
export interface QueueWrite {
  queue: SessionQueue;
  queueChanges: QueueChanges;
}

/** Keeps the rows of a session's queue in the log up to date, and shows what is stored. */
export class StoredQueue {
  /** The queue as the log will have it, once everything is written. */
  #written: Queue;
  /** Clients are shown nothing else. */
  #stored: SessionQueue;
  #unstored: SessionQueue | null = null;

  /** `logged`: the queue as the log has it; `context`: what it is, which may have been stored elsewhere. */
  constructor(logged: Queue, context: QueueContext) {
    this.#written = logged;
    this.#stored = viewOf(context);
  }

  get stored(): SessionQueue {
    return this.#stored;
  }

  /** The difference to what was written before, null if there is none. It counts as written then. */
  takeChanges(context: QueueContext): QueueWrite | null {
    const { queue } = context;
    if (queue === this.#written) return null;
    const queueChanges = changesBetween(this.#written, queue);
    this.#written = queue;
    this.#unstored = viewOf(context);
    return { queue: this.#unstored, queueChanges };
  }

  /** Everything that was written is stored. */
  noteStored(): void {
    this.#stored = this.#unstored ?? this.#stored;
    this.#unstored = null;
  }
}

/** Entries are immutable, so that equal ones are the same objects. */
function changesBetween(before: Queue, after: Queue): QueueChanges {
  const earlier = new Map(before.map((entry) => [entry.messageId, entry]));
  const put = [];
  for (const entry of after) {
    const known = earlier.get(entry.messageId);
    earlier.delete(entry.messageId);
    if (known === entry) continue;
    const { messageId, rank, revision, queuedAt } = entry;
    put.push({ messageId, rank, revision, queuedAt, content: changedContent(known, entry) });
  }
  return { removed: [...earlier.keys()], put };
}

function changedContent(before: QueuedMessage | undefined, after: QueuedMessage): string | null {
  const { message, attachments } = after;
  if (before?.message === message && before.attachments === attachments) return null;
  return JSON.stringify({ message, attachments });
}

/** A message as it was queued. */
export function queuedMessage({ content, ...row }: QueueRow): QueuedMessage {
  return { ...(JSON.parse(content) as Pick<QueuedMessage, 'message' | 'attachments'>), ...row };
}

function viewOf({ queue, queueRevision }: QueueContext): SessionQueue {
  const entries = queue.map(({ messageId, message, attachments, revision, queuedAt }, position) => {
    return { messageId, message, attachments, revision, position, queuedAt };
  });
  return { revision: queueRevision, entries };
}
