import type { Actor } from 'xstate';
import type { QueuedMessage, sessionMachine } from '../../machines/index.js';
import type { Receipt, RecordChanges } from '../log/index.js';
import type { SessionStanding } from './pending-writes.js';
import { Receipts } from './receipts.js';
import type { RestoredMachine } from './restore.js';
import { Snapshots } from './snapshots.js';
import { StoredNames } from './stored-names.js';
import { StoredQueue } from './stored-queue.js';
import { snapshotText } from './stored-snapshot.js';

export interface UnwrittenOptions {
  restored: RestoredMachine;
  /** The queue as the log has it. */
  logged: readonly QueuedMessage[];
  isLoaded: boolean;
  findReceipt(messageId: string): Promise<Receipt | null>;
}

/** State of a session that the log does not have yet, besides its events. */
export class Unwritten {
  readonly snapshots = new Snapshots();
  readonly queue: StoredQueue;
  readonly receipts: Receipts;
  readonly #names: StoredNames;
  readonly #actor: Actor<typeof sessionMachine>;

  constructor({ restored, logged, isLoaded, findReceipt }: UnwrittenOptions) {
    const { actor, named, receipts } = restored;
    this.#actor = actor;
    this.#names = new StoredNames(named);
    this.receipts = new Receipts({ isLoaded, unstored: receipts, find: findReceipt });
    this.queue = new StoredQueue(logged, actor.getSnapshot().context);
  }

  /** It counts as written then. `describe` is only called if there is a checkpoint for its record. */
  take(updatedAt: number, describe: () => RecordChanges): SessionStanding {
    const machine = this.#actor.getSnapshot();
    const { context } = machine;
    const { sequence } = context;
    const queue = this.queue.takeChanges(context);
    // The snapshot has the queue's revision, and none of its messages.
    if (queue) this.snapshots.request();
    const names = this.#names.takeAdditions(context);
    const apart = { sequence, queue, names, receipts: this.receipts.takeChanges() };
    if (!this.snapshots.isDue) return { ...apart, record: { updatedAt }, checkpoint: null };
    const snapshot = snapshotText(machine);
    const keep = this.snapshots.taken(snapshot.length);
    return { ...apart, record: { ...describe(), updatedAt }, checkpoint: { sequence, snapshot, keep } };
  }
}
