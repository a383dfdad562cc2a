import type { AgentNeeds } from '../agent.js';
import type { AcpDeclaration } from './declaration.js';

/** The needs of a declared agent; by default variables and folders that are named after it. */
export function needsOf({ id, passEnv, writable }: AcpDeclaration): AgentNeeds {
  return {
    environment: passEnv ?? [`${id.toUpperCase().replaceAll('-', '_')}_*`],
    writable: (writable ?? [`.${id}`, `.config/${id}`]).map((home) => ({ home })),
  };
}
