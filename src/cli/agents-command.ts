import { Command } from 'commander';
import { type Agent, agents, describeAgent, Installer } from '../agents/index.js';
import { type AgentInfo, ProblemError } from '../schema/index.js';
import { defaultDataFolder } from './data-folder.js';
import { folderSize } from './folder-size.js';
import { paint } from './paint.js';
import { Progress } from './progress.js';
import { table } from './table.js';
import { UsageError } from './usage-error.js';

interface AgentsFlags {
  data: string;
  json?: true;
}

interface InstallFlags {
  data: string;
  reinstall?: true;
}

const EXAMPLES = `
Examples:
  $ greenroom agents                             list all agents
  $ greenroom agents --json                      list them as JSON
  $ greenroom agents install claude codex        install two agents in their tested versions
`;

const INSTALL_EXAMPLES = `
Examples:
  $ greenroom agents install claude              install into the data folder
  $ greenroom agents install codex --reinstall   repair a damaged installation

Greenroom looks for an agent at GREENROOM_<AGENT>_BIN, then in the data folder, then on PATH.
`;

export function agentsCommand(): Command {
  return new Command('agents')
    .description('List the agents, or install them.')
    .option('--data <folder>', 'data folder, where agents are installed', defaultDataFolder())
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', EXAMPLES)
    .action(list);
}

export function installCommand(): Command {
  return new Command('install')
    .description('Install agents into the data folder with npm.')
    .argument(
      '<agent...>',
      agents
        .filter((agent) => agent.package !== null)
        .map(({ id }) => id)
        .join(', '),
    )
    .option('--data <folder>', 'data folder, where agents are installed', defaultDataFolder())
    .option('--reinstall', 'reinstall even if already installed')
    .addHelpText('after', INSTALL_EXAMPLES)
    .action((ids: string[], _: unknown, command: Command) => install(ids, command.optsWithGlobals()));
}

async function list({ data, json }: AgentsFlags): Promise<void> {
  const infos = await Promise.all(agents.map((agent) => describeAgent(agent, process.env, data)));
  console.log(json ? JSON.stringify({ agents: infos }, null, 2) : table([header(), ...infos.map(row)]));
}

const header = () =>
  ['AGENT', 'INSTALLED', 'VERSION', 'CREDENTIALS', 'PATH'].map((name) => paint('dim', name));

function row({ id, installed, version, credentialsAvailable, path }: AgentInfo): string[] {
  return [
    installed ? id : paint('dim', id),
    yesOrNo(installed),
    version ?? '-',
    yesOrNo(credentialsAvailable),
    path ?? paint('dim', `greenroom agents install ${id}`),
  ];
}

const yesOrNo = (is: boolean) => (is ? paint('green', 'yes') : paint('yellow', 'no'));

async function install(ids: readonly string[], { data, reinstall }: InstallFlags): Promise<void> {
  const wanted = ids.map(installable);
  const installer = new Installer({ dataFolder: data, env: process.env });
  // Remove a partial installation before exiting.
  const cancel = () => void installer.stop();
  process.once('SIGINT', cancel);
  process.once('SIGTERM', cancel);
  try {
    for (const agent of new Set(wanted)) await installOne(installer, agent, reinstall === true);
  } finally {
    process.off('SIGINT', cancel);
    process.off('SIGTERM', cancel);
  }
}

async function installOne(installer: Installer, agent: Agent, reinstall: boolean): Promise<void> {
  const label = `${agent.name} ${agent.package?.version}`;
  let progress: Progress | null = null;
  try {
    const path = await installer.install(agent, {
      reinstall,
      onFolder: (folder) => {
        if (process.stderr.isTTY) progress = new Progress(process.stderr, label, () => folderSize(folder));
        else console.error(`installing ${label} …`);
      },
    });
    (progress as Progress | null)?.stop();
    console.log(`${paint('green', '✓')} ${label}  ${path}`);
  } catch (error) {
    (progress as Progress | null)?.stop();
    throw error instanceof ProblemError ? new UsageError(error.message) : error;
  }
}

function installable(id: string): Agent {
  const agent = agents.find((agent) => agent.id === id);
  const names = agents.filter((agent) => agent.package !== null).map(({ id }) => id);
  if (!agent) throw new UsageError(`unknown agent ${id}; choose one of ${names.join(', ')}`);
  if (agent.package === null) throw new UsageError(`${id} is built in and needs no installation`);
  return agent;
}
