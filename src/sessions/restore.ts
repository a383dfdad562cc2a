import { type Actor, createActor, type SnapshotFrom } from 'xstate';
import { type Entry, type QueuedMessage, type SessionInput, sessionMachine } from '../../machines/index.js';
import type { Checkpoint, QueueRow, Receipt, SessionRecord } from '../log/index.js';
import type { UniversalEvent } from '../schema/index.js';
import { type Ledgers, parseNames, type StoredEntries } from './stored-names.js';
import { parseSnapshot, receiptsIn, upgradeSnapshot } from './stored-snapshot.js';

/** A session as stored in the log. */
export interface StoredSession {
  record: SessionRecord;
  checkpoint: Checkpoint | null;
  /** The events after the checkpoint. */
  tail: UniversalEvent[];
  queue: QueueRow[];
  /** The latest names, newest first. */
  names: string[];
}

/** A session's machine, and what of it the log does not have: nothing, unless an earlier version stored it. */
export interface RestoredMachine {
  actor: Actor<typeof sessionMachine>;
  /** The names that the log has; null if it has none. */
  named: Ledgers | null;
  receipts: Receipt[];
}

/**
 * Restores a session's machine from the log. It has no listeners yet, so the replay publishes nothing. `queue` is the
 * queue as the log has it.
 */
export function restoreMachine(
  input: SessionInput,
  queue: readonly QueuedMessage[],
  stored?: StoredSession,
): RestoredMachine {
  if (!stored) return { actor: createActor(sessionMachine, { input }).start(), named: null, receipts: [] };
  const { checkpoint, tail } = stored;
  const snapshot = checkpoint && parseSnapshot(checkpoint.snapshot);
  const names = parseNames(stored.names);
  const sequence = checkpoint?.sequence ?? 0;
  const restored = snapshot && upgradeSnapshot(input, snapshot, queue, names.upTo(sequence));
  const replay = createActor(sessionMachine, { input, ...(restored ? { snapshot: restored } : {}) }).start();
  for (const event of tail) replay.send({ type: event.type, event, raw: null } as Entry);
  const actor = tail.length === 0 ? replay : withNames(replay, input, names.after(sequence));
  const named = names.isEmpty ? null : actor.getSnapshot().context;
  return { actor, named, receipts: snapshot ? receiptsIn(snapshot) : [] };
}

/** Events do not tell the names that were given with them. */
function withNames(
  replay: Actor<typeof sessionMachine>,
  input: SessionInput,
  names: StoredEntries,
): Actor<typeof sessionMachine> {
  const snapshot = replay.getPersistedSnapshot() as SnapshotFrom<typeof sessionMachine>;
  const context = { ...snapshot.context, ...names.addedTo(snapshot.context) };
  return createActor(sessionMachine, { input, snapshot: { ...snapshot, context } as never }).start();
}
