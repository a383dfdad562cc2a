export {
  initialContext,
  type OpenItem,
  type PendingRequest,
  type RunningThread,
  type SessionContext,
  type SessionInput,
} from './context.js';
export { type Entry, isRun } from './evolve.js';
export type {
  Command,
  DraftInput,
  MoreDelta,
  SendCommand,
  SessionEmitted,
  SessionEvent,
  SessionInputEvent,
} from './inputs.js';
export { sessionMachine } from './machine.js';
export { isUnsettled, pendingOf, statusOf, threadsOf } from './view.js';
