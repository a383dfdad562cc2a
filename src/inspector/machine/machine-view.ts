import type { SessionContext } from '../../../machines/index.js';
import type { StateValue, UniversalEvent } from '../../client/index.js';

/** The session's machine as shown: now, or after a past event. */
export interface MachineView {
  /** The selected event, or the one that is explained; null for now. */
  at: number | null;
  /** The event that is explained, if one is. */
  why: UniversalEvent | null;
  /** The latest event. */
  event: UniversalEvent | null;
  value: StateValue;
  /** The state derived from events alone, after and before the latest one. */
  replayed: StateValue;
  before: StateValue;
  /** The context before the latest event. */
  contextBefore: SessionContext;
  context: SessionContext;
  /** Queued messages; unknown for the past, since no event records them. */
  queued: number | null;
  /** The value of the agent-process machine; unknown for the past. */
  agent: StateValue | null;
}
