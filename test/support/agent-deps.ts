import type { AgentDeps } from '../../src/agents/agent.js';

/** Dependencies for agents that use none of them. */
export const noAgentDeps: AgentDeps = {
  env: {},
  stateFolder: '/nowhere',
  isIsolated: false,
  program: () => Promise.reject(new Error('unexpected lookup of a program')),
  spawn: () => {
    throw new Error('unexpected spawn');
  },
  logger: { info: () => {}, warn: () => {}, error: () => {} },
};
