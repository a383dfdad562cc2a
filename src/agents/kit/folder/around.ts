import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { readRegularFile } from '../regular-file.js';

/** The folders in which an agent that is started in a folder may look for settings, innermost first. */
export interface FoldersAround {
  /** The folder itself, by each of its paths. */
  folder: string[];
  /** Up to the top of the repository, and that of which it is a linked work tree; up to the root without one. */
  repository: string[];
  /** The folders above these. */
  above: string[];
  isRepository: boolean;
}

const POINTER_BYTES = 4096;

/** Both as the path is written and as it really is: agents differ in which they go by. */
export async function foldersAround(directory: string): Promise<FoldersAround> {
  const written = resolve(directory);
  const real = await realpath(written).catch(() => written);
  const [byName, byPlace] = await Promise.all([around(written), around(real)]);
  const repository = [...new Set([...byPlace.repository, ...byName.repository])];
  const above = [...new Set([...byPlace.above, ...byName.above])].filter(
    (path) => !repository.includes(path),
  );
  const folder = [...new Set([real, written])];
  return { folder, repository, above, isRepository: byPlace.isRepository || byName.isRepository };
}

async function around(directory: string): Promise<Omit<FoldersAround, 'folder'>> {
  const all = upwards(directory);
  for (const [i, folder] of all.entries()) {
    const found = await lstat(resolve(folder, '.git')).catch(() => null);
    if (found === null) continue;
    const main = found.isFile() ? await mainWorkTree(folder) : null;
    const repository = [...all.slice(0, i + 1), ...(main === null ? [] : [main])];
    return { repository, above: all.slice(i + 1), isRepository: true };
  }
  return { repository: all, above: [], isRepository: false };
}

function upwards(directory: string): string[] {
  const folders = [directory];
  for (let at = directory; at !== dirname(at); at = dirname(at)) folders.push(dirname(at));
  return folders;
}

/** The work tree that a linked one belongs to: some agents take settings from there. */
async function mainWorkTree(folder: string): Promise<string | null> {
  const pointer = await firstLine(resolve(folder, '.git'));
  if (!pointer?.startsWith('gitdir: ')) return null;
  const gitFolder = resolve(folder, pointer.slice('gitdir: '.length));
  const common = await firstLine(resolve(gitFolder, 'commondir'));
  if (common === null) return null;
  const path = resolve(gitFolder, common);
  return basename(path) === '.git' ? dirname(path) : null;
}

async function firstLine(path: string): Promise<string | null> {
  const content = await readRegularFile(path, POINTER_BYTES);
  return typeof content === 'string' ? null : (content.toString('utf8').split('\n')[0] ?? '').trimEnd();
}
