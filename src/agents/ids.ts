/** In the order in which they are shown. Apart from the agents themselves, since those take long to load. */
export const agentIds = ['claude', 'codex', 'opencode', 'amp', 'mock'] as const;

export type AgentId = (typeof agentIds)[number];
