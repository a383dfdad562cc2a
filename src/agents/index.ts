import type { Agent } from './agent.js';
import { ampAgent } from './amp/index.js';
import { claudeAgent } from './claude/index.js';
import { codexAgent } from './codex/index.js';
import { type AgentId, agentIds } from './ids.js';
import { mockAgent } from './mock/index.js';
import { openCodeAgent } from './opencode/index.js';

export { presetIds, presetOf } from './acp/presets.js';
export { declarationOf, Registry } from './acp/registry.js';
export type { Agent, Program } from './agent.js';
export { declaredAgents } from './declared.js';
export { agentIds } from './ids.js';
export { programVariable } from './kit/define-agent.js';
export { describeAgent } from './kit/describe.js';
export { Installer } from './kit/install.js';
export { isWithin, realPath } from './kit/real-path.js';

const byId: Record<AgentId, Agent> = {
  claude: claudeAgent,
  codex: codexAgent,
  opencode: openCodeAgent,
  amp: ampAgent,
  mock: mockAgent,
};

export const agents: readonly Agent[] = agentIds.map((id) => byId[id]);
