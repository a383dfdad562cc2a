import { existsSync, statSync } from 'node:fs';
import type { Database } from '../database.js';
import { MIGRATIONS } from '../migrations.js';
import { Purge } from '../purge.js';
import { openExisting } from './existing-log.js';

export interface CompactOptions {
  dataFolder: string;
}

/** In bytes. */
export interface Compacted {
  before: number;
  after: number;
}

/** Returns all free space of a log to the file system. Its folder must be locked. */
export function compactLog({ dataFolder }: CompactOptions): Compacted {
  const database = openExisting(dataFolder, { isReadOnly: false });
  const before = sizeOf(database);
  try {
    database.attempt('compact', () => {
      removeDeleted(database);
      // Logs of the first versions return no space by themselves; from now on, this one does.
      database.exec('PRAGMA auto_vacuum = INCREMENTAL');
      database.exec('VACUUM');
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  } finally {
    database.close();
  }
  return { before, after: sizeOf(database) };
}

/** Earlier versions left no rows of deleted sessions. */
function removeDeleted(database: Database): void {
  if (database.number('user_version') < MIGRATIONS.length) return;
  const purge = new Purge(database);
  while (purge.removeRows());
}

function sizeOf({ path }: Database): number {
  const files = [path, `${path}-wal`].filter((file) => existsSync(file));
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}
