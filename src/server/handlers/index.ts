import { accessHandlers } from './access.js';
import { agentHandlers } from './agents.js';
import { attachmentHandlers } from './attachments.js';
import { changeHandlers } from './changes.js';
import { daemonHandlers } from './daemon.js';
import { documentHandlers } from './documents.js';
import { eventHandlers } from './events.js';
import { fileHandlers } from './files.js';
import type { Handlers } from './handler.js';
import { machineHandlers } from './machines.js';
import { messageHandlers } from './messages.js';
import { queueHandlers } from './queue.js';
import { requestHandlers } from './requests.js';
import { sessionHandlers } from './sessions.js';
import { stateHandlers } from './state.js';
import { subscriptionHandlers } from './subscriptions.js';
import { trustHandlers } from './trust.js';

/** The handlers of all operations; a missing one is a compile error. */
export const handlers: Handlers = {
  ...daemonHandlers,
  ...agentHandlers,
  ...sessionHandlers,
  ...subscriptionHandlers,
  ...messageHandlers,
  ...attachmentHandlers,
  ...queueHandlers,
  ...requestHandlers,
  ...trustHandlers,
  ...eventHandlers,
  ...changeHandlers,
  ...stateHandlers,
  ...machineHandlers,
  ...accessHandlers,
  ...fileHandlers,
  ...documentHandlers,
};
