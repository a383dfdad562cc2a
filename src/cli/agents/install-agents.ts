import { type Agent, agents, Installer } from '../../agents/index.js';
import { ProblemError } from '../../schema/index.js';
import { folderSize } from '../data/folder-size.js';
import { EXIT } from '../exit-codes.js';
import { paint } from '../terminal/paint.js';
import { Progress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';
import type { InstallFlags } from './agents-command.js';
import { agentNamed } from './known-agents.js';

/** Installs agents into the data folder, one after the other. */
export async function installAgents(
  ids: readonly string[],
  { data, reinstall }: InstallFlags,
): Promise<void> {
  const wanted = await Promise.all(ids.map((id) => installable(id, data)));
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

async function installable(id: string, data: string): Promise<Agent> {
  const agent = await agentNamed(id, data);
  if (agent.package !== null) return agent;
  const reason = agents.includes(agent)
    ? 'is built in and needs no installation'
    : 'has no npm package: its "package" is not set';
  throw new UsageError(`${id} ${reason}`, EXIT.usage);
}
