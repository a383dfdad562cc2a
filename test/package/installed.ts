import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface InstalledPackage {
  id: string;
  name: string;
  version: string;
  engines?: { node?: string };
}

/** All packages in a `node_modules` folder, including nested ones. */
export async function installedPackages(nodeModules: string): Promise<InstalledPackage[]> {
  const found: InstalledPackage[] = [];
  for (const entry of await entries(nodeModules)) {
    if (entry.startsWith('.')) continue;
    const folder = join(nodeModules, entry);
    if (entry.startsWith('@')) {
      found.push(...(await installedPackages(folder)));
      continue;
    }
    const { name, version, engines } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    ) as InstalledPackage;
    found.push({ id: `${name}@${version}`, name, version, ...(engines && { engines }) });
    found.push(...(await installedPackages(join(folder, 'node_modules'))));
  }
  return found;
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

interface LockedPackage {
  version: string;
  dev?: boolean;
  optional?: boolean;
}

/** The packages that the lockfile installs for users: required and optional ones. */
export async function lockedPackages(lockfile: string): Promise<{ required: string[]; all: string[] }> {
  const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const runtime = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const id = ([path, { version }]: [string, LockedPackage]) =>
    `${path.split('node_modules/').at(-1)}@${version}`;
  return { required: runtime.filter(([, { optional }]) => !optional).map(id), all: runtime.map(id) };
}
