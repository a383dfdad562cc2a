import type { Agent } from './agent.js';
import { mockAgent } from './mock/index.js';

export type { Agent } from './agent.js';

/** All agents that there are. */
export const agents: readonly Agent[] = [mockAgent];
