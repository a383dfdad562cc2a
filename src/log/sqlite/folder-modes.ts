import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { LogError } from '../errors.js';

/** Everybody but the owner. */
const OTHERS = 0o077;

const EVERYBODY_WRITES = 0o002;

/** The names of everything that Greenroom keeps in its data folder, temporary files included. */
const ownPattern =
  /^(?:agents|attachments|daemon\.(?:json|lock|log)|greenroom\.(?:json|sqlite)|installation\.json|intents|reserve|token)(?:[.-]|$)/;

/**
 * Takes what is ours in the data folder from everybody but the owner, and with it the folder, unless it is also used for
 * something else. A folder that is not accessible hides what is deeper. Throws if it belongs to another user, or if
 * everybody may write to it: they could replace each file in it.
 */
export function narrowFolder(folder: string): void {
  const stats = statSync(folder);
  const user = process.getuid?.() ?? 0;
  if (user !== 0 && stats.uid !== user && stats.uid !== 0)
    throw new LogError(`cannot use ${folder}: it belongs to another user (${stats.uid})`);
  if ((stats.mode & EVERYBODY_WRITES) !== 0)
    throw new LogError(
      `cannot use ${folder}: everybody may write to it, and may have replaced what is in it; make sure that all of it is yours, and run: chmod 700 ${folder}`,
    );
  const names = readdirSync(folder);
  const own = names.filter((name) => ownPattern.test(name));
  if (own.length === names.length) narrow(folder, stats);
  for (const name of own) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() || found?.isDirectory()) narrow(path, found);
  }
}

/** A file of another user, such as root, is theirs to narrow. */
function narrow(path: string, { mode }: Stats): void {
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
