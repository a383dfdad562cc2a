import type { QueueEntry, SessionQueue } from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

/** The queued message that a user names: by its id, its number in the list, or the beginning of its id. */
export function findQueued({ entries }: SessionQueue, given: string): QueueEntry {
  const exact = entries.find(({ messageId }) => messageId === given);
  if (exact) return exact;
  const numbered = /^\d+$/.test(given) ? entries[Number(given) - 1] : undefined;
  if (numbered) return numbered;
  const found = entries.filter(({ messageId }) => given !== '' && messageId.startsWith(given));
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new UsageError(`${found.length} queued messages begin with ${given}`, EXIT.usage);
  const problem = entries.length === 0 ? 'the queue is empty' : `no queued message is called ${given}`;
  throw new UsageError(`${problem}; its turn may have begun already`, EXIT.notFound);
}
