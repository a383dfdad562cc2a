import { agentRoutes } from './agents.js';
import { attachmentRoutes } from './attachments.js';
import { documentRoutes } from './documents.js';
import { eventRoutes } from './events.js';
import { healthRoutes } from './health.js';
import { machineRoutes } from './machines.js';
import { messageRoutes } from './messages.js';
import { requestRoutes } from './requests.js';
import type { AnyRoute } from './route.js';
import { sessionRoutes } from './sessions.js';
import { stateRoutes } from './state.js';

export const routes: readonly AnyRoute[] = [
  ...healthRoutes,
  ...agentRoutes,
  ...sessionRoutes,
  ...messageRoutes,
  ...attachmentRoutes,
  ...requestRoutes,
  ...eventRoutes,
  ...stateRoutes,
  ...machineRoutes,
  ...documentRoutes(() => routes),
];
