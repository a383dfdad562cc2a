import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { foldersAround } from './around.js';
import type { FolderContents, FolderPart, FolderPlace, FolderPlaces, Reach } from './places.js';
import { type Found, filesAt } from './walk.js';

/** How many files of a folder are looked at. Nobody could decide about more. */
const MAX_FILES = 2_000;
/** How much of a file is described, in UTF-16 units. */
const MAX_DESCRIBED = 64 * 1024;

export interface FolderOptions {
  places: FolderPlaces;
  /** The agent's environment, which tells where the user's home is. */
  env: Readonly<NodeJS.ProcessEnv>;
  maxFiles?: number;
}

/** What a folder, and those around it, bring for an agent; null if that is nothing. */
export async function folderContents(
  directory: string,
  { places, env, maxFiles = MAX_FILES }: FolderOptions,
): Promise<FolderContents | null> {
  const home = resolve(env.HOME || homedir());
  const homes = [home, await realpath(home).catch(() => home)];
  const folders = await reaches(directory);
  const parts = new Map<string, FolderPart & { digest: string }>();
  let room = maxFiles;
  for (const place of places) {
    for (const folder of folders[place.reach]) {
      if (homes.includes(folder) && isSettingsFolder(place)) continue;
      const found = await filesAt(join(folder, place.path), place.ignores ?? (() => false), room + 1);
      for (const file of found) {
        const part = partOf(file, place);
        if (part === null || parts.has(file.path)) continue;
        if (room-- === 0) return tooMuch([...parts.values()], directory);
        parts.set(file.path, part);
      }
    }
  }
  return parts.size === 0 ? null : contentsOf([...parts.values()], directory, true);
}

async function reaches(directory: string): Promise<Record<Reach, string[]>> {
  const { folder, repository, above, isRepository } = await foldersAround(directory);
  return { project: isRepository ? repository : folder, repository, root: [...repository, ...above] };
}

/** In the home, these are the user's own. */
function isSettingsFolder({ path }: FolderPlace): boolean {
  return path.startsWith('.') && (path.includes('/') || !basename(path).slice(1).includes('.'));
}

function partOf(file: Found, place: FolderPlace): (FolderPart & { digest: string }) | null {
  const { path, name, text, identity } = file;
  if (text === null)
    return { path, brings: [file.problem ?? 'a file that cannot be read'], digest: identity };
  if (text.length > MAX_DESCRIBED)
    return { path, brings: ['a file that is too long to show'], digest: identity };
  const own = place.own ? place.own(text, name) : text;
  const brings = own === null ? [] : place.describe(own, name);
  if (own === null || brings.length === 0) return null;
  return { path, brings, digest: own === text ? identity : digestOf(own) };
}

type DigestedPart = FolderPart & { digest: string };

function tooMuch(parts: DigestedPart[], directory: string): FolderContents {
  return { ...contentsOf(parts, directory, false), hash: 'too-much' };
}

function contentsOf(parts: DigestedPart[], directory: string, isComplete: boolean): FolderContents {
  const sorted = parts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, digest } of sorted)
    hash.update(JSON.stringify([relative(resolve(directory), path), digest]));
  return {
    hash: hash.digest('hex'),
    parts: sorted.map(({ path, brings }) => ({ path, brings })),
    isComplete,
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
