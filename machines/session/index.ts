export { budgetProblem } from './budget.js';
export { turnRequest } from './closing.js';
export {
  initialContext,
  type OpenItem,
  type PendingRequest,
  type QueuedMessage,
  type RunningThread,
  type SessionContext,
  type SessionInput,
  type UserMessage,
} from './context.js';
export { type Entry, isRun } from './evolve.js';
export type {
  Command,
  DraftInput,
  MessageReceipt,
  MoreDelta,
  SendCommand,
  SessionEmitted,
  SessionEvent,
  SessionInputEvent,
  UpdateQueuedCommand,
} from './inputs.js';
export { additionsSince, type Ledger, type LedgerEntry, ledgerOf } from './ledger.js';
export { itemsInOrder, openItemsOf } from './open-items.js';
export { receiptOf } from './received.js';
export { sessionMachine } from './shortcut.js';
export { noText, sizeWith } from './text-size.js';
export { isUnsettled, pendingOf, statusOf, threadsOf } from './view.js';
