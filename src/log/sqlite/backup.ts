import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LogError } from '../errors.js';
import { createPrivately, type Database } from './database.js';

/**
 * Copies the database to a file beside it that is named after its version, such as `greenroom.sqlite.v1`, and returns
 * its path. SQLite does the copying: opening the file would drop the locks that this process holds on it.
 */
export function backUp(database: Database, version: number): string {
  const path = `${database.path}.v${version}`;
  const draft = `${path}.new`;
  try {
    rmSync(draft, { force: true });
    createPrivately(draft);
    database.command('VACUUM INTO ?').run([draft]);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new LogError(`cannot back up ${database.path} to ${path} before it is migrated: ${reason}`, {
      cause: error,
    });
  }
  return path;
}

/** Each backup is kept until the next migration has written its own. */
export function removeOtherBackups(databasePath: string, backup: string): void {
  for (const path of backupsOf(databasePath)) if (path !== backup) rmSync(path);
}

/** The backups of a database, unfinished ones included. */
export function backupsOf(databasePath: string): string[] {
  const folder = dirname(databasePath);
  const start = basename(databasePath);
  const names = readdirSync(folder).filter(
    (name) => name.startsWith(start) && /^\.v\d+(\.new)?$/.test(name.slice(start.length)),
  );
  return names.map((name) => join(folder, name));
}
