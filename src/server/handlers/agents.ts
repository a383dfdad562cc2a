import { type Agent, describeAgent } from '../../agents/index.js';
import type { AgentInfo } from '../../schema/index.js';
import type { Services } from '../services.js';
import type { Handlers } from './handler.js';

export const agentHandlers = {
  listAgents: async (_input, { services }) => ({
    agents: await Promise.all(services.agents.map((agent) => infoOf(agent, services))),
  }),
  getAgentModes: async ({ agent }, { services }) => ({ modes: await offerOf(agent, services).modes() }),
  getAgentModels: ({ agent }, { services }) => offerOf(agent, services).models(),
  installAgent: async ({ agent: id, reinstall }, { services: { host, installer, env, dataFolder } }) => {
    const agent = host.agents.offered(id);
    const isForced = reinstall === true && agent.package !== null;
    // An installation by the user is as good as ours.
    if (!isForced && (await agent.locate(env, dataFolder))) return;
    await installer.install(agent, { reinstall: isForced });
  },
} satisfies Partial<Handlers>;

function offerOf(id: string, { host: { agents } }: Services) {
  return agents.offer(agents.offered(id));
}

async function infoOf(agent: Agent, { dataFolder, host }: Services): Promise<AgentInfo> {
  const info = await describeAgent(agent, host.agents.environment(agent), dataFolder);
  return { ...info, serverStatus: host.agents.open(agent).status() };
}
