import { type Actor, createActor, type StateValue as MachineValue, matchesState } from 'xstate';
import { type Entry, type SessionContext, type SessionInput, sessionMachine } from '../../machines/index.js';
import type { EventLog } from '../log/index.js';
import type { SessionState, StateValue, UniversalEvent } from '../schema/index.js';
import { stateOf } from './info.js';
import { nextSlice } from './slices.js';
import { parseNames } from './stored-names.js';
import { parseSnapshot, type StoredSnapshot, upgradeSnapshot } from './stored-snapshot.js';

/** A session's machine as it was after an event, and the transition that led there. */
export interface PastMachine {
  value: StateValue;
  context: SessionContext;
  /** The value before the last event. */
  before: StateValue | null;
  event: UniversalEvent | null;
}

/** The same, as clients are told. */
export interface Past extends Pick<PastMachine, 'before' | 'event'> {
  state: SessionState;
}

/** How much of the log is read at a time. */
const CHUNK = 256 * 1024;
/** How much of the names: threads are started by recent calls. */
const NAMES_CHARS = 64 * 1024;

/** How long others may have to wait for their turns. */
const SLICE_MS = 4;

type Log = Pick<EventLog, 'read' | 'checkpoint' | 'names'>;

export async function travel(log: Log, input: SessionInput, to: number): Promise<Past> {
  const { value, context, before, event } = await machineAt(log, input, to);
  return { state: stateOf(value, context, null), before, event };
}

/**
 * Replays the log through the machine up to an event, from the last checkpoint before it. Replaying does not decide
 * anything again: it only applies recorded events. Others have their turns meanwhile, since sessions of earlier versions
 * have few checkpoints.
 */
export async function machineAt(log: Log, input: SessionInput, to: number): Promise<PastMachine> {
  const actor = await actorBefore(log, input, to);
  let { sequence } = actor.getSnapshot().context;
  let before: StateValue | null = null;
  let last: UniversalEvent | null = null;
  let since = performance.now();
  while (sequence < to) {
    const batches = await log.read(input.sessionId, sequence, { events: to - sequence, chars: CHUNK });
    if (batches.length === 0) break;
    for (const batch of batches) {
      for (const text of batch.events) {
        const event = JSON.parse(text) as UniversalEvent;
        if (event.sequence === to) before = actor.getSnapshot().value as StateValue;
        actor.send({ type: event.type, event, raw: null } as Entry);
        last = event;
        if (performance.now() - since < SLICE_MS) continue;
        await nextSlice();
        since = performance.now();
      }
      sequence = batch.last;
    }
  }
  const { value, context } = actor.getSnapshot();
  return { value: value as StateValue, context: context as SessionContext, before, event: last };
}

/** The machine at a checkpoint before an event, or in its initial state. */
async function actorBefore(
  log: Log,
  input: SessionInput,
  sequence: number,
): Promise<Actor<typeof sessionMachine>> {
  let checkpoint = await log.checkpoint(input.sessionId, sequence - 1);
  while (checkpoint) {
    const snapshot = parseSnapshot(checkpoint.snapshot);
    if (isReproducible(snapshot)) {
      const { sequence: atOrBefore } = checkpoint;
      const names = await log.names(input.sessionId, { atOrBefore, chars: NAMES_CHARS });
      const context = { ...snapshot.context, queue: [], held: false };
      const restored = upgradeSnapshot(input, { ...snapshot, context }, [], parseNames(names));
      return createActor(sessionMachine, { input, snapshot: restored }).start();
    }
    checkpoint = await log.checkpoint(input.sessionId, checkpoint.sequence - 1);
  }
  return createActor(sessionMachine, { input }).start();
}

/** Interrupting and ending have no events, and a past state must not depend on where checkpoints are. */
function isReproducible({ value }: StoredSnapshot): boolean {
  const exceptions = ['ending', { live: { turn: { running: 'interrupting' } } }];
  return !exceptions.some((exception) => matchesState(exception, value as MachineValue));
}
