import type { AgentConfiguration, DeclaredAgent } from '../schema/index.js';
import { acpAgent } from './acp/index.js';
import type { Agent } from './agent.js';

/** The agents that a configuration declares. */
export function declaredAgents(
  configured: Readonly<Record<string, AgentConfiguration | DeclaredAgent>>,
  version: string,
): Agent[] {
  return Object.entries(configured).flatMap(([id, agent]) =>
    'protocol' in agent ? [acpAgent({ id, ...agent }, { version })] : [],
  );
}
