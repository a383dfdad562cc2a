import type { Agent } from '../../agents/agent.js';
import {
  type AgentInfo,
  AgentInstallRequest,
  AgentListResponse,
  AgentModelsResponse,
  AgentModesResponse,
  ProblemError,
} from '../../schema/index.js';
import type { Services } from '../services.js';
import { AgentParams } from './parameters.js';
import { route } from './route.js';

export const agentRoutes = [
  route({
    method: 'GET',
    path: '/v1/agents',
    id: 'list_agents',
    tag: 'agents',
    summary: 'The agents, whether they are installed, and what they can do',
    answer: { status: 200, description: 'All agents', schema: AgentListResponse },
    handle: async ({ services }) => ({
      agents: await Promise.all(services.agents.map((agent) => infoOf(agent, services))),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/agents/:agent/modes',
    id: 'get_agent_modes',
    tag: 'agents',
    summary: 'The modes of an agent',
    params: AgentParams,
    answer: { status: 200, description: 'Its modes, the default first', schema: AgentModesResponse },
    problems: ['unsupported_agent'],
    handle: async ({ params, services }) => ({ modes: await offerOf(params.agent, services).modes() }),
  }),
  route({
    method: 'GET',
    path: '/v1/agents/:agent/models',
    id: 'get_agent_models',
    tag: 'agents',
    summary: 'The models of an agent, with their variants',
    params: AgentParams,
    answer: { status: 200, description: 'Its models', schema: AgentModelsResponse },
    problems: ['unsupported_agent', 'agent_not_installed', 'agent_unavailable'],
    handle: ({ params, services }) => offerOf(params.agent, services).models(),
  }),
  route({
    method: 'POST',
    path: '/v1/agents/:agent/install',
    id: 'install_agent',
    tag: 'agents',
    summary: 'Install an agent',
    params: AgentParams,
    body: AgentInstallRequest.nullish(),
    answer: { status: 204, description: 'It is installed' },
    problems: ['unsupported_agent', 'agent_unavailable'],
    handle: async ({ params, services }) => {
      const agent = services.host.agents.get(params.agent);
      if (await agent.locate(services.env, services.dataFolder)) return;
      throw new ProblemError('agent_unavailable', `${agent.name} cannot be installed by the daemon`);
    },
  }),
];

function offerOf(id: string, { host: { agents } }: Services) {
  return agents.offer(agents.get(id));
}

async function infoOf(agent: Agent, { env, dataFolder, host }: Services): Promise<AgentInfo> {
  const program = await agent.locate(env, dataFolder);
  return {
    id: agent.id,
    installed: program !== null,
    credentialsAvailable: agent.credentialsAvailable(env),
    path: program?.path ?? null,
    version: program && (await agent.version(program)),
    capabilities: agent.capabilities,
    serverStatus: host.agents.open(agent).status(),
  };
}
