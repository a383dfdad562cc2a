import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivately, Database } from '../database.js';
import { rememberInstallation } from '../installation.js';
import { openExisting } from './existing-log.js';

export interface CopyOptions {
  dataFolder: string;
  /** An empty folder. */
  target: string;
}

export interface CopiedLog {
  sessionIds: string[];
  events: number;
}

/**
 * Copies the log of a data folder as it is at one moment, whoever writes to it meanwhile. SQLite's backup API would
 * start again whenever a daemon writes, and might never end.
 */
export function copyLog({ dataFolder, target }: CopyOptions): CopiedLog {
  const path = join(target, 'greenroom.sqlite');
  const source = openExisting(dataFolder, { isReadOnly: true });
  try {
    source.attempt('copy', () => {
      // The copy of a log of an earlier version can return its space, too.
      if (source.number('auto_vacuum') === 0) source.exec('PRAGMA auto_vacuum = INCREMENTAL');
      createPrivately(path);
      source.command('VACUUM INTO ?').run([path]);
    });
  } finally {
    source.close();
  }
  const copied = contentOf(path);
  // SQLite leaves it to the system when the copy reaches the disk.
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
  rememberInstallation(target);
  return copied;
}

function contentOf(path: string): CopiedLog {
  const copy = new Database(path, { isReadOnly: true });
  try {
    const rows = copy.query('SELECT session_id, last_sequence FROM sessions').all([]);
    return {
      sessionIds: rows.map(([id]) => String(id)),
      events: rows.reduce((sum, [, last]) => sum + Number(last), 0),
    };
  } finally {
    copy.close();
  }
}
