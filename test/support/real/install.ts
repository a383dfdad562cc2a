import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '../../../src/agents/index.js';
import { type AgentPackage, thisMachine } from '../../../src/agents/kit/package.js';
import { installInto } from '../npm-folder.js';
import { cacheFolder } from './cache-folder.js';

/** The package that the daemon itself would install. */
function packageOf(agent: string): AgentPackage {
  const found = agents.find(({ id }) => id === agent)?.package;
  if (!found) throw new Error(`${agent} is not an agent that is installed`);
  return found;
}

function folderOf(agent: string, env?: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `${agent}-${packageOf(agent).version}`);
}

/** Path of the native program, which does not exist if there is no build for this machine. */
export function binaryOf(agent: string, env?: NodeJS.ProcessEnv): string {
  return join(folderOf(agent, env), packageOf(agent).binary(thisMachine) ?? 'none');
}

function isCached(agent: string, env?: NodeJS.ProcessEnv): boolean {
  return existsSync(binaryOf(agent, env));
}

/** Whether to run tests with the real program; if not, prints how to enable them. */
export function isWanted(agent: string, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.CI === 'true' || env.GREENROOM_TEST_AGENTS === '1' || isCached(agent, env)) return true;
  console.warn(
    `Skipping tests with the real ${title(agent)}: "npm run test:agents" downloads it once (a few hundred MB).`,
  );
  return false;
}

/** Path of the program, which is downloaded if necessary. */
export async function installed(agent: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (!isCached(agent, env)) await install(agent, env);
  return binaryOf(agent, env);
}

async function install(agent: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { name, version } = packageOf(agent);
  const folder = folderOf(agent, env);
  console.warn(`Downloading ${title(agent)} (a few hundred MB) into ${folder}; this may take some minutes.`);
  const start = Date.now();
  await installInto({ name, version, folder, isComplete: () => isCached(agent, env), env });
  console.warn(`Downloaded ${title(agent)} in ${Math.round((Date.now() - start) / 1000)} s.`);
}

function title(agent: string): string {
  return `${packageOf(agent).name} ${packageOf(agent).version}`;
}
