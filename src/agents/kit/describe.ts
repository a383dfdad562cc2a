import type { AgentInfo } from '../../schema/index.js';
import type { Agent } from '../agent.js';

/** The state of an agent on this machine. */
export async function describeAgent(
  agent: Agent,
  env: NodeJS.ProcessEnv,
  dataFolder: string,
): Promise<AgentInfo> {
  const program = await agent.locate(env, dataFolder);
  const version = program && (await agent.version(program));
  return {
    id: agent.id,
    installed: program !== null,
    credentialsAvailable: agent.credentialsAvailable(env),
    path: program?.path ?? null,
    version,
    tested: version === null ? null : (agent.testedVersions?.includes(version) ?? true),
    capabilities: agent.capabilities,
  };
}
