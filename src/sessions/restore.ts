import { type Actor, createActor } from 'xstate';
import { type Entry, type SessionInput, sessionMachine } from '../../machines/index.js';
import type { Checkpoint, SessionRecord } from '../log/index.js';
import type { UniversalEvent } from '../schema/index.js';
import { parseSnapshot, upgradeSnapshot } from './stored-snapshot.js';

/** A session as stored in the log. */
export interface StoredSession {
  record: SessionRecord;
  checkpoint: Checkpoint | null;
  /** The events after the checkpoint. */
  tail: UniversalEvent[];
}

/** Restores a session's machine from the log. It has no listeners yet, so the replay publishes nothing. */
export function startMachine(input: SessionInput, stored?: StoredSession): Actor<typeof sessionMachine> {
  const text = stored?.checkpoint?.snapshot;
  const snapshot = text ? { snapshot: upgradeSnapshot(input, parseSnapshot(text)) } : {};
  const actor = createActor(sessionMachine, { input, ...snapshot }).start();
  for (const event of stored?.tail ?? []) actor.send({ type: event.type, event, raw: null } as Entry);
  return actor;
}
