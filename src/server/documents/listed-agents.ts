import type { JsonSchema } from './components.js';

/** Lists this daemon's agents in the schema of agent ids, which does not name any itself. */
export function listAgents(
  schemas: Record<string, JsonSchema>,
  agents: string[],
): Record<string, JsonSchema> {
  if (!schemas.AgentId || agents.length === 0) return schemas;
  return { ...schemas, AgentId: { ...schemas.AgentId, examples: agents } };
}
