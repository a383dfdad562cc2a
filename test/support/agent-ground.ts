import type { AgentGround } from '../../src/agents/agent.js';

/** For agents that need no more of their daemon than to be opened by one. */
export const noGround: AgentGround = {
  env: {},
  stateFolder: '/nowhere',
  program: () => Promise.reject(new Error('no program is asked for here')),
  spawn: () => {
    throw new Error('nothing is spawned here');
  },
  logger: { info: () => {}, warn: () => {}, error: () => {} },
};
