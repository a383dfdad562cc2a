import { type Agent, describeAgent } from '../../agents/index.js';
import {
  type AgentInfo,
  AgentInstallRequest,
  AgentListResponse,
  AgentModelsResponse,
  AgentModesResponse,
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
    summary: 'Install an agent, unless it is there; it may take minutes',
    params: AgentParams,
    body: AgentInstallRequest.nullish(),
    answer: { status: 204, description: 'It is installed' },
    problems: ['unsupported_agent', 'agent_unavailable'],
    handle: async ({ params, body, services: { host, installer, env, dataFolder } }) => {
      const agent = host.agents.get(params.agent);
      const reinstall = body?.reinstall === true && agent.package !== null;
      // One that the user has is as good as one of ours.
      if (!reinstall && (await agent.locate(env, dataFolder))) return;
      await installer.install(agent, { reinstall });
    },
  }),
];

function offerOf(id: string, { host: { agents } }: Services) {
  return agents.offer(agents.get(id));
}

async function infoOf(agent: Agent, { env, dataFolder, host }: Services): Promise<AgentInfo> {
  const info = await describeAgent(agent, env, dataFolder);
  return { ...info, serverStatus: host.agents.open(agent).status() };
}
