import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersAround } from './around.js';

/** The first of these files in each folder from the top of the repository down to a folder. */
export async function instructionFiles(directory: string, names: readonly string[]): Promise<string[]> {
  const { repository, isRepository } = await foldersAround(directory);
  // Without a repository, nobody's instructions but the folder's own apply.
  const folders = isRepository ? repository : [directory];
  const found = await Promise.all(folders.map((folder) => firstOf(folder, names)));
  return found.filter((path) => path !== null).reverse();
}

async function firstOf(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats?.isFile()) return path;
  }
  return null;
}
