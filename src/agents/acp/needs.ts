import type { AgentNeeds } from '../agent.js';
import type { AcpDeclaration } from './declaration.js';

/** What a declared agent needs of the machine; without a word about it, what is named after the agent. */
export function needsOf({ id, passEnv, writable }: AcpDeclaration): AgentNeeds {
  return {
    environment: passEnv ?? [`${id.toUpperCase().replaceAll('-', '_')}_*`],
    writable: (writable ?? [`.${id}`, `.config/${id}`]).map((home) => ({ home })),
  };
}
