import { accessOperations } from './access.js';
import { agentOperations } from './agents.js';
import { changeOperations } from './changes.js';
import { daemonOperations } from './daemon.js';
import { documentOperations } from './documents.js';
import { eventOperations } from './events.js';
import { fileOperations } from './files.js';
import { messageOperations } from './messages.js';
import type { Operation } from './operation.js';
import { queueOperations } from './queue.js';
import { requestOperations } from './requests.js';
import { sessionOperations } from './sessions.js';
import { stateOperations } from './state.js';
import { subscriptionOperations } from './subscriptions.js';
import { trustOperations } from './trust.js';

/**
 * Every operation of the API. HTTP routes, WebSocket methods, the OpenAPI and AsyncAPI documents, and the types of
 * handlers and of the client are derived from this table.
 *
 * To add an operation, add an entry to the file of its topic and a handler to the file of the same topic in
 * `src/server/handlers/`; without the handler the server does not compile. See `docs/protocol.md`.
 */
export const operations = {
  ...daemonOperations,
  ...agentOperations,
  ...sessionOperations,
  ...subscriptionOperations,
  ...messageOperations,
  ...queueOperations,
  ...requestOperations,
  ...trustOperations,
  ...eventOperations,
  ...changeOperations,
  ...stateOperations,
  ...accessOperations,
  ...fileOperations,
  ...documentOperations,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The table as a list, for code that iterates over it. */
export const operationList: readonly (readonly [OperationName, Operation])[] = Object.entries(operations) as [
  OperationName,
  Operation,
][];
