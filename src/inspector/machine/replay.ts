import { createActor } from 'xstate';
import {
  type Entry,
  initialContext,
  type OpenItem,
  openItemsOf,
  type SessionContext,
  sessionMachine,
} from '../../../machines/index.js';
import type { SessionCheckpoint, StateValue, UniversalEvent } from '../../client/index.js';

/** The machine after an event. */
export interface Moment {
  sequence: number;
  /** The event's type; null before the first one. */
  event: UniversalEvent['type'] | null;
  value: StateValue;
  context: SessionContext;
}

/** A replay depends on events alone, so the actual input does not matter. */
const input = {
  sessionId: '',
  uid: '',
  steer: false,
  interruptThread: false,
  echoesUser: false,
  onAgentExit: 'end',
  metadata: {},
} as const;

/**
 * A session's past, replayed through the real machine from its beginning or from a checkpoint. Each event is replayed once;
 * contexts are never changed in place, so keeping every moment is cheap.
 */
export class Replay {
  readonly #actor;
  readonly #moments: Moment[];
  #processed = 0;

  constructor(checkpoint: SessionCheckpoint | null = null) {
    const snapshot = checkpoint && snapshotOf(checkpoint);
    this.#actor = createActor(sessionMachine, { input, ...(snapshot ? { snapshot } : {}) }).start();
    this.#moments = [this.#moment(checkpoint?.sequence ?? 0, null)];
  }

  /** Replays the events that are new. `events` are all events so far, after the checkpoint. */
  catchUp(events: readonly UniversalEvent[]): void {
    for (; this.#processed < events.length; this.#processed++) {
      const event = events[this.#processed]!;
      // Most events are deltas, which change neither the state nor the set of open items.
      if (event.type === 'item.delta') continue;
      this.#actor.send({ type: event.type, event, raw: null } as Entry);
      this.#moments.push(this.#moment(event.sequence, event.type));
    }
  }

  /** The machine after event `sequence`. */
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

  /** All moments so far, in order. */
  get moments(): readonly Moment[] {
    return this.#moments;
  }

  #moment(sequence: number, event: Moment['event']): Moment {
    const { value, context } = this.#actor.getSnapshot();
    return { sequence, event, value: value as StateValue, context };
  }
}

function snapshotOf({ machine: { value, context } }: SessionCheckpoint) {
  const { open, ...facts } = context as Partial<SessionContext> & { open: OpenItem[] };
  const restored = { ...initialContext(input), ...facts, open: openItemsOf(open) };
  return sessionMachine.getPersistedSnapshot(
    sessionMachine.resolveState({ value: value as never, context: restored }),
  );
}
