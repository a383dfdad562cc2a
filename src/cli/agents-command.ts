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

const examples = `
Examples:
  $ greenroom agents                             which agents there are on this machine
  $ greenroom agents --json                      the same for programs
  $ greenroom agents install claude codex        get two of them, in the versions that were tested
`;

const installExamples = `
Examples:
  $ greenroom agents install claude              into the data folder; nothing else on the machine changes
  $ greenroom agents install codex --reinstall   again, where it was damaged

An agent is looked for at GREENROOM_<AGENT>_BIN, then in the data folder, then on PATH.
`;

export function agentsCommand(): Command {
  return new Command('agents')
    .description('List the agents, or install some.')
    .option('--data <folder>', 'where agents are installed', defaultDataFolder())
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(list);
}

export function installCommand(): Command {
  return new Command('install')
    .description('Install agents into the data folder, with npm.')
    .argument(
      '<agent...>',
      agents
        .filter((agent) => agent.package !== null)
        .map(({ id }) => id)
        .join(', '),
    )
    .option('--data <folder>', 'where agents are installed', defaultDataFolder())
    .option('--reinstall', 'also where it is installed already')
    .addHelpText('after', installExamples)
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
  // What is half there is taken away before we go.
  const giveUp = () => void installer.stop();
  process.once('SIGINT', giveUp);
  process.once('SIGTERM', giveUp);
  try {
    for (const agent of new Set(wanted)) await installOne(installer, agent, reinstall === true);
  } finally {
    process.off('SIGINT', giveUp);
    process.off('SIGTERM', giveUp);
  }
}

async function installOne(installer: Installer, agent: Agent, reinstall: boolean): Promise<void> {
  const what = `${agent.name} ${agent.package?.version}`;
  let progress: Progress | null = null;
  try {
    const path = await installer.install(agent, {
      reinstall,
      onFolder: (folder) => {
        if (process.stderr.isTTY) progress = new Progress(process.stderr, what, () => folderSize(folder));
        else console.error(`installing ${what} …`);
      },
    });
    (progress as Progress | null)?.end();
    console.log(`${paint('green', '✓')} ${what}  ${path}`);
  } catch (error) {
    (progress as Progress | null)?.end();
    throw error instanceof ProblemError ? new UsageError(error.message) : error;
  }
}

function installable(id: string): Agent {
  const agent = agents.find((agent) => agent.id === id);
  const names = agents.filter((agent) => agent.package !== null).map(({ id }) => id);
  if (!agent) throw new UsageError(`no agent ${id}; there are ${names.join(', ')}`);
  if (agent.package === null) throw new UsageError(`${id} comes with Greenroom and needs no installing`);
  return agent;
}
