import { describeAgent } from '../../agents/index.js';
import type { AgentInfo } from '../../schema/index.js';
import { paint } from '../terminal/paint.js';
import { table } from '../terminal/table.js';
import type { AgentsFlags } from './agents-command.js';
import { knownAgents } from './known-agents.js';

/** Prints all agents, and whether they can be used. */
export async function listAgents({ data, json }: AgentsFlags): Promise<void> {
  const agents = await knownAgents(data);
  const infos = await Promise.all(agents.map((agent) => describeAgent(agent, process.env, data)));
  console.log(json ? JSON.stringify({ agents: infos }, null, 2) : table([header(), ...infos.map(row)]));
}

const header = () =>
  ['AGENT', 'INSTALLED', 'VERSION', 'CREDENTIALS', 'PATH'].map((name) => paint('dim', name));

function row({ id, installed, version, tested, credentialsAvailable, path }: AgentInfo): string[] {
  return [
    installed ? id : paint('dim', id),
    yesOrNo(installed),
    `${version ?? '-'}${tested === false ? paint('yellow', ' (untested)') : ''}`,
    yesOrNo(credentialsAvailable),
    path ?? paint('dim', `greenroom agents install ${id}`),
  ];
}

const yesOrNo = (is: boolean) => (is ? paint('green', 'yes') : paint('yellow', 'no'));
