import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ampPackage } from '../../../src/agents/amp/package.js';
import { claudePackage } from '../../../src/agents/claude/package.js';
import { codexPackage } from '../../../src/agents/codex/package.js';
import { openCodePackage } from '../../../src/agents/opencode/package.js';
import { thisMachine } from '../../../src/agents/package.js';

export type RealAgent = keyof typeof packages;

/** What is tested against: the versions that the daemon itself would install. */
const packages = {
  claude: { ...claudePackage, megabytes: 370 },
  codex: { ...codexPackage, megabytes: 440 },
  opencode: { ...openCodePackage, megabytes: 354 },
  amp: { ...ampPackage, megabytes: 100 },
};

/** The folder for what is too large to fetch for every run. It is no part of the repository. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.GREENROOM_TEST_CACHE || join(homedir(), '.cache', 'greenroom-tests');
}

function folderOf(agent: RealAgent, env?: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `${agent}-${packages[agent].version}`);
}

/** The native program; nowhere on a machine that there is none for. */
export function binaryOf(agent: RealAgent, env?: NodeJS.ProcessEnv): string {
  return join(folderOf(agent, env), packages[agent].binary(thisMachine) ?? 'none');
}

export function isCached(agent: RealAgent, env?: NodeJS.ProcessEnv): boolean {
  return existsSync(binaryOf(agent, env));
}

/** Whether tests with the real program are to run; where they are not, how to have them run is said. */
export function isWanted(agent: RealAgent, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.CI === 'true' || env.GREENROOM_TEST_AGENTS === '1' || isCached(agent, env)) return true;
  console.warn(
    `Not tested with the real ${title(agent)}: "npm run test:agents" fetches it once (${packages[agent].megabytes} MB).`,
  );
  return false;
}

/** The program, fetched where it is not there yet. */
export async function installed(agent: RealAgent, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (!isCached(agent, env)) await install(agent, env);
  return binaryOf(agent, env);
}

/** Built beside its place and moved there when it is whole, so that there is never half of one. */
async function install(agent: RealAgent, env: NodeJS.ProcessEnv): Promise<void> {
  const { name, version, megabytes } = packages[agent];
  const target = folderOf(agent, env);
  const building = `${target}.${process.pid}.partial`;
  console.warn(
    `Fetching ${title(agent)}: ${megabytes} MB into ${target}, once; it takes from some seconds to some minutes.`,
  );
  const start = Date.now();
  try {
    await mkdir(building, { recursive: true });
    await writeFile(join(building, 'package.json'), '{"private":true}\n');
    // The version is exact: npm would else pass over those that ask for another node, which the program does not need.
    await execa(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', `${name}@${version}`],
      // Also where it is called from a silent npm it says what went wrong.
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
  console.warn(`Fetched ${title(agent)} in ${Math.round((Date.now() - start) / 1000)} s.`);
}

function title(agent: RealAgent): string {
  return `${packages[agent].name} ${packages[agent].version}`;
}
