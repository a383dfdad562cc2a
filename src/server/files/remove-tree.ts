import { readdir, rmdir, unlink } from 'node:fs/promises';
import { ProblemError } from '../../schema/index.js';
import { type Folder, withFolder } from './folder.js';

/** Each level keeps a descriptor open. */
const DEEPEST = 500;

/** Removes a folder with its content. Unlike `rm`, it never leaves the folder when links appear in it meanwhile. */
export async function removeTree(parent: Folder, name: string, depth = 1): Promise<void> {
  if (depth > DEEPEST)
    throw new ProblemError('invalid_request', `more than ${DEEPEST} folders are in each other`);
  await withFolder(parent.inner(name), async (folder) => {
    for (const entry of await readdir(folder.path)) {
      const found = await folder.find(entry);
      if (found?.isDirectory()) await removeTree(folder, entry, depth + 1);
      else if (found) await unlink(folder.at(entry));
    }
  });
  await rmdir(parent.at(name));
}
