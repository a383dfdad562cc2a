import { createActor } from 'xstate';
import { type Entry, type SessionContext, type SessionInput, sessionMachine } from '../../machines/index.js';
import type { EventLog } from '../log/index.js';
import type { SessionState, StateValue, UniversalEvent } from '../schema/index.js';
import { stateOf } from './info.js';

/** A session as it was after an event, and the step that led there. */
export interface Past {
  state: SessionState;
  /** The value before the last event. */
  before: StateValue | null;
  event: UniversalEvent | null;
}

/** How much of the log is read at a time. */
const CHUNK = 1024 * 1024;

/** Replays the log through the machine up to an event: what happened is decided once, and this is no second opinion. */
export async function travel(log: EventLog, input: SessionInput, to: number): Promise<Past> {
  const actor = createActor(sessionMachine, { input }).start();
  let sequence = 0;
  let before: StateValue | null = null;
  let last: UniversalEvent | null = null;
  while (sequence < to) {
    const batches = await log.read(input.sessionId, sequence, { events: to - sequence, chars: CHUNK });
    if (batches.length === 0) break;
    for (const batch of batches) {
      for (const text of batch.events) {
        const event = JSON.parse(text) as UniversalEvent;
        if (event.sequence === to) before = actor.getSnapshot().value as StateValue;
        actor.send({ type: event.type, event, raw: null } as Entry);
        last = event;
      }
      sequence = batch.last;
    }
  }
  const { value, context } = actor.getSnapshot();
  return { state: stateOf(value, context as SessionContext, null), before, event: last };
}
