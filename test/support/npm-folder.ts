import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

export interface NpmFolderOptions {
  name: string;
  /** An exact version: otherwise npm would skip versions that require another Node, which a binary does not need. */
  version: string;
  folder: string;
  /** Whether the folder has what was wanted: somebody else may have made it meanwhile. */
  isComplete(): boolean;
  env?: NodeJS.ProcessEnv;
}

/** Installs a package into a temporary folder and renames it, so that there is never a partial installation. */
export async function installInto(options: NpmFolderOptions): Promise<void> {
  const { name, version, folder, isComplete, env = process.env } = options;
  const building = `${folder}.${process.pid}.partial`;
  try {
    await mkdir(building, { recursive: true });
    await writeFile(join(building, 'package.json'), '{"private":true}\n');
    await execa(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', `${name}@${version}`],
      // Reports errors even if called from a silent npm.
      { cwd: building, env: { ...env, npm_config_loglevel: 'error' }, extendEnv: false, timeout: 540_000 },
    );
    await rename(building, folder).catch((error) => {
      if (!isComplete()) throw error;
    });
  } catch (error) {
    throw new Error(`${name} ${version} could not be fetched: ${String(error)}`, { cause: error });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  if (!isComplete()) throw new Error(`${name} ${version} has no program for this machine`);
}
