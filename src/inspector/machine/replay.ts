import { createActor } from 'xstate';
import { type Entry, type SessionContext, sessionMachine } from '../../../machines/index.js';
import type { StateValue, UniversalEvent } from '../../client/index.js';

/** The machine after an event. */
export interface Moment {
  sequence: number;
  value: StateValue;
  context: SessionContext;
}

/** What follows from events depends on the events alone, so nobody needs to know how the session was made. */
const input = {
  sessionId: '',
  uid: '',
  steer: false,
  echoesUser: false,
  onAgentExit: 'end',
  metadata: {},
} as const;

/**
 * A session's past, replayed through the machine that decided on it: no second opinion. Each event goes through it
 * once; the context is never changed in place, so that every moment can be kept for little.
 */
export class Replay {
  readonly #actor = createActor(sessionMachine, { input }).start();
  readonly #moments: Moment[] = [this.#moment(0)];
  #taken = 0;

  /** Takes in the events that it has not seen. They are a session's, from the first one on. */
  catchUp(events: readonly UniversalEvent[]): void {
    for (; this.#taken < events.length; this.#taken++) {
      const event = events[this.#taken]!;
      // Most events are deltas, and these change neither the state nor what is open.
      if (event.type === 'item.delta') continue;
      this.#actor.send({ type: event.type, event, raw: null } as Entry);
      this.#moments.push(this.#moment(event.sequence));
    }
  }

  /** The machine as it was after event `sequence`. */
  at(sequence: number): Moment {
    let low = 0;
    let high = this.#moments.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#moments[middle]!.sequence <= sequence) low = middle;
      else high = middle - 1;
    }
    return this.#moments[low]!;
  }

  #moment(sequence: number): Moment {
    const { value, context } = this.#actor.getSnapshot();
    return { sequence, value: value as StateValue, context };
  }
}
