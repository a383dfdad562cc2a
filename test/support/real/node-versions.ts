import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installInto } from '../npm-folder.js';
import { cacheFolder } from './cache-folder.js';

/** The oldest Node that package.json allows, and the newest of each version that is supported. */
export const nodeVersions = ['20.19.0', '22.23.3', '24.21.0'] as const;

/** The package `node` downloads one of these with an install script; they have the program inside. */
const platform = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${platform}-${process.arch}`;

function binFolder(version: string): string {
  return join(cacheFolder(), `node-${version}`, 'node_modules', name, 'bin');
}

function isCached(version: string): boolean {
  return existsSync(join(binFolder(version), 'node'));
}

/** Why the tests with this Node are skipped, or null. */
export function whySkipped(version: string, env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CI === 'true' || env.GREENROOM_TEST_NODES === '1' || isCached(version)) return null;
  return `GREENROOM_TEST_NODES=1 npx vitest run test/package downloads Node ${version} once (40 MB)`;
}

/** The folder with the program `node`, which is downloaded if necessary. */
export async function nodeFolder(version: string): Promise<string> {
  const folder = join(cacheFolder(), `node-${version}`);
  if (!isCached(version)) await installInto({ name, version, folder, isComplete: () => isCached(version) });
  return binFolder(version);
}
