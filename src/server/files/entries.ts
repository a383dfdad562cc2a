import { rename, rmdir, unlink } from 'node:fs/promises';
import { ProblemError } from '../../schema/index.js';
import { around, Folder, withFolder } from './folder.js';
import type { Place } from './places.js';
import { removeTree } from './remove-tree.js';

/** Creates a folder with those around it, unless it exists. */
export async function makeFolder({ root, names }: Place): Promise<void> {
  await (await Folder.open(root, names, { create: true })).close();
}

export function deleteEntry(place: Place, recursive: boolean): Promise<void> {
  refuseRoot(place, 'deleted');
  return around(place, (folder, name) => remove(folder, name, recursive));
}

export function moveEntry(from: Place, to: Place, overwrite: boolean): Promise<void> {
  refuseRoot(from, 'moved');
  refuseRoot(to, 'replaced');
  return around(from, async (source, name) => {
    const moved = await source.find(name);
    if (!moved) throw new ProblemError('not_found', `${from.real} does not exist`);
    const folder = Folder.open(to.root, to.names.slice(0, -1), { create: true });
    await withFolder(folder, async (target) => {
      const newName = to.names.at(-1)!;
      const present = await target.find(newName);
      // Two names of one entry: a move onto itself must not delete it.
      if (present && present.ino === moved.ino && present.dev === moved.dev && from.real === to.real) return;
      if (present && !overwrite)
        throw new ProblemError('invalid_request', `${to.real} exists already; set overwrite to replace it`);
      if (`${from.real}/`.startsWith(`${to.real}/`))
        throw new ProblemError('invalid_request', `${to.real} contains ${from.real}`);
      // A file is replaced by the move itself, at once.
      if (present && (present.isDirectory() || moved.isDirectory())) await remove(target, newName, true);
      await rename(source.at(name), target.at(newName));
    });
  });
}

async function remove(folder: Folder, name: string, recursive: boolean): Promise<void> {
  const found = await folder.find(name);
  if (!found) throw new ProblemError('not_found', `${name} does not exist`);
  if (!found.isDirectory()) await unlink(folder.at(name));
  else if (recursive) await removeTree(folder, name);
  else await rmdir(folder.at(name));
}

function refuseRoot({ names, real }: Place, what: string): void {
  if (names.length > 0) return;
  throw new ProblemError('forbidden', `${real} is a folder that clients work in, and cannot be ${what}`);
}
