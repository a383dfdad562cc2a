import type { SessionContext } from '../../../machines/index.js';
import type { StateValue, UniversalEvent } from '../../client/index.js';

/** The session's machine as the page looks at it: now, or after an event. */
export interface Sight {
  /** null: now. */
  at: number | null;
  /** The last event of it. */
  event: UniversalEvent | null;
  value: StateValue;
  /** Its value as the events alone tell it, and before the last one. */
  told: StateValue;
  before: StateValue;
  context: SessionContext;
  /** Messages that wait; no event tells of them, so of the past it is not known. */
  queued: number | null;
  /** The state of the agent's process; of the past it is not known. */
  agent: string | null;
}
