import { agentProcessMachine } from './agent-process.js';
import { itemMachine } from './item.js';
import { requestMachine } from './request.js';
import { sessionMachine } from './session/index.js';
import { threadMachine } from './thread.js';

export * from './agent-process.js';
export { itemMachine } from './item.js';
export { requestMachine } from './request.js';
export * from './session/index.js';
export { threadMachine } from './thread.js';

/** All machines by name, for diagrams and graph exploration. */
export const machines = {
  session: sessionMachine,
  item: itemMachine,
  request: requestMachine,
  thread: threadMachine,
  'agent-process': agentProcessMachine,
} as const;

export type MachineName = keyof typeof machines;
