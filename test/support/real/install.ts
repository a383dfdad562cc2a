import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { agents } from '../../../src/agents/index.js';
import { type AgentPackage, thisMachine } from '../../../src/agents/kit/package.js';
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

/** Installs into a temporary folder and renames it, so that there is never a partial installation. */
async function install(agent: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { name, version } = packageOf(agent);
  const target = folderOf(agent, env);
  const building = `${target}.${process.pid}.partial`;
  console.warn(`Downloading ${title(agent)} (a few hundred MB) into ${target}; this may take some minutes.`);
  const start = Date.now();
  try {
    await mkdir(building, { recursive: true });
    await writeFile(join(building, 'package.json'), '{"private":true}\n');
    // An exact version: otherwise npm would skip versions that require another Node, which the binary does not need.
    await execa(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', `${name}@${version}`],
      // Reports errors even if called from a silent npm.
      {
        cwd: building,
        env: { ...env, npm_config_loglevel: 'error' },
        extendEnv: false,
        timeout: 540_000,
      },
    );
    await rename(building, target).catch((error) => {
      if (!isCached(agent, env)) throw error;
    });
  } catch (error) {
    throw new Error(`${title(agent)} could not be fetched: ${String(error)}`, { cause: error });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  if (!isCached(agent, env)) throw new Error(`${name}@${version} has no ${binaryOf(agent, env)}`);
  console.warn(`Downloaded ${title(agent)} in ${Math.round((Date.now() - start) / 1000)} s.`);
}

function title(agent: string): string {
  return `${packageOf(agent).name} ${packageOf(agent).version}`;
}
