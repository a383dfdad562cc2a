import type { Snapshot, SnapshotFrom } from 'xstate';
import {
  initialContext,
  itemsInOrder,
  type Ledger,
  type LedgerEntry,
  ledgerOf,
  noText,
  type OpenItem,
  openItemsOf,
  type QueuedMessage,
  type SessionContext,
  type SessionInput,
  sessionMachine,
  sizeWith,
  type UserMessage,
} from '../../machines/index.js';
import type { Receipt } from '../log/index.js';
import type { StateValue } from '../schema/index.js';
import { flatText } from './flat-text.js';
import { type Ledgers, parseNames, type StoredEntries } from './stored-names.js';

/** Not repeated by checkpoints: the log has the queue, the receipts and the names, row by row. */
type Apart = keyof Ledgers | 'taken' | 'takenBack' | 'queue';

/** A snapshot of a session's machine as stored in a checkpoint. */
export interface StoredSnapshot {
  value: StateValue;
  context: Omit<SessionContext, Apart | 'open'> & {
    /** Earlier versions stored them by key. */
    open: readonly OpenItem[] | Readonly<Record<string, OpenItem>>;
    /** Earlier versions kept the queue here, */
    queue?: readonly (UserMessage & Partial<QueuedMessage>)[];
  } & /** and the ledgers. */ Partial<Record<Exclude<Apart, 'queue'>, StoredLedger>>;
}

/** A ledger as earlier versions stored it, with everything it ever had. */
interface StoredLedger {
  full: readonly Readonly<Record<string, string>>[];
  last: Readonly<Record<string, string>>;
}

/** Not from a persisted snapshot: XState searches all of the context for actors to make one, and there are none. */
export function snapshotText({
  value,
  context,
}: Pick<SnapshotFrom<typeof sessionMachine>, 'value' | 'context'>): string {
  const { queue, keys, calls, callThreads, threadIds, taken, takenBack, ...stored } = context;
  return flatText(JSON.stringify({ value, context: { ...stored, open: itemsInOrder(context.open) } }));
}

export function parseSnapshot(text: string): StoredSnapshot {
  return JSON.parse(text) as StoredSnapshot;
}

/** Adds what the log has apart from it, and the regions and fields that a snapshot of an earlier version lacks. */
export function upgradeSnapshot(
  input: SessionInput,
  { value, context: stored }: StoredSnapshot,
  queue: readonly QueuedMessage[] = [],
  names: StoredEntries = parseNames([]),
): Snapshot<unknown> {
  const { keys, calls, callThreads, threadIds, taken, takenBack, ...rest } = stored;
  const ledgers = Object.entries({ keys, calls, callThreads, threadIds }).map(([name, ledger]) => [
    name,
    upgradeLedger(ledger),
  ]);
  const context: SessionContext = {
    ...initialContext(input),
    ...rest,
    ...names.addedTo(Object.fromEntries(ledgers)),
    taken: upgradeLedger(taken),
    takenBack: upgradeLedger(takenBack),
    queue: stored.queue ? upgradeQueue(stored.queue, stored.time) : queue,
    open: upgradeItems(stored.open),
    input,
  };
  const upgraded = sessionMachine.resolveState({ value: value as never, context });
  return sessionMachine.getPersistedSnapshot(upgraded);
}

/** The receipts in a snapshot of an earlier version. */
export function receiptsIn({ context: { taken, takenBack } }: StoredSnapshot): Receipt[] {
  const isTakenBack = new Set(entriesOf(takenBack).map(([messageId]) => messageId));
  return entriesOf(taken).map(([messageId, fingerprint]) => {
    return { messageId, fingerprint, isTakenBack: isTakenBack.has(messageId) };
  });
}

function upgradeLedger(stored: StoredLedger | undefined): Ledger {
  return ledgerOf(entriesOf(stored));
}

function entriesOf(stored: StoredLedger | undefined): LedgerEntry[] {
  return stored ? [...stored.full, stored.last].flatMap((chunk) => Object.entries(chunk)) : [];
}

const UNKNOWN_TIME = new Date(0).toISOString();

/** Earlier versions knew the order of the queue, but not since when its messages wait. */
function upgradeQueue(queue: NonNullable<StoredSnapshot['context']['queue']>, time: string): QueuedMessage[] {
  return queue.map((message, index) => ({
    revision: 1,
    rank: index + 1,
    queuedAt: time || UNKNOWN_TIME,
    ...message,
  }));
}

/** Items of versions without threads are in the main thread, and texts of versions without pieces are whole. */
function upgradeItems(open: StoredSnapshot['context']['open']): SessionContext['open'] {
  return openItemsOf(
    Object.values(open).map((item) => {
      const { thread = null, continues = null, before = null, size } = item as Partial<OpenItem>;
      return { ...item, thread, continues, before, size: size ?? sizeWith(noText, item.text) };
    }),
  );
}
