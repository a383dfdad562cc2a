import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LogError } from '../../errors.js';
import { Database } from '../database.js';
import { knownVersion } from '../migrations.js';

/** The path of the log in a data folder; throws if there is none. */
export function requireLog(dataFolder: string): string {
  if (!existsSync(dataFolder)) throw new LogError(`there is no folder ${dataFolder}`);
  const path = join(dataFolder, 'greenroom.sqlite');
  if (!existsSync(path)) throw new LogError(`${dataFolder} is not a data folder: it has no greenroom.sqlite`);
  return path;
}

/** Opens a log that was written before, also beside the daemon that writes it. Nothing is created or migrated. */
export function openExisting(dataFolder: string, { isReadOnly }: { isReadOnly: boolean }): Database {
  const path = requireLog(dataFolder);
  // SQLite takes an empty file for an empty database.
  if (statSync(path).size === 0) throw new LogError(`cannot open ${path}: it is empty; restore a backup`);
  const database = new Database(path, { isReadOnly });
  try {
    database.attempt('open', () => {
      if (knownVersion(database) === 0) throw new LogError(`cannot open ${path}: it is not a Greenroom log`);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws a LogError if the log is not there, cannot be opened, or is of a newer version. */
export function requireReadableLog(dataFolder: string): void {
  openExisting(dataFolder, { isReadOnly: true }).close();
}
