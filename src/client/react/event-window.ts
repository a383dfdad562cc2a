import type { SessionCheckpoint, UniversalEvent } from '../index.js';

/** Events of a session without a gap, and what was open before them: from here, its machine can be replayed. */
export class EventWindow {
  /** The number of events before the first one. */
  readonly before: number;
  /** Only ever appended to. */
  readonly events: UniversalEvent[];
  /** null if there is nothing before. */
  readonly checkpoint: SessionCheckpoint | null;

  constructor(
    before: number,
    events: readonly UniversalEvent[] = [],
    checkpoint: SessionCheckpoint | null = null,
  ) {
    this.before = before;
    this.events = [...events];
    this.checkpoint = checkpoint;
  }

  get last(): number {
    return this.before + this.events.length;
  }

  get(sequence: number): UniversalEvent | undefined {
    return this.events[sequence - this.before - 1];
  }
}
