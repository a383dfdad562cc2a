import type { Agent } from './agent.js';
import { ampAgent } from './amp/index.js';
import { claudeAgent } from './claude/index.js';
import { codexAgent } from './codex/index.js';
import { mockAgent } from './mock/index.js';
import { openCodeAgent } from './opencode/index.js';

export { presetIds, presetOf } from './acp/presets.js';
export type { Agent } from './agent.js';
export { declaredAgents } from './declared.js';
export { programVariable } from './kit/define-agent.js';
export { describeAgent } from './kit/describe.js';
export { Installer } from './kit/install.js';
export { isWithin, realPath } from './kit/real-path.js';

export const agents: readonly Agent[] = [claudeAgent, codexAgent, openCodeAgent, ampAgent, mockAgent];
