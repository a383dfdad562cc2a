import { rmSync } from 'node:fs';
import type { ConfigRewrite } from '../log.js';
import { backupsOf } from './backup.js';
import { Database } from './database.js';

/** Whether no file of the log can have secrets that an earlier version stored in configs. */
export function isClean(database: Database): boolean {
  return database.query('SELECT is_clean FROM installation').get([])?.[0] !== 0;
}

/**
 * Replaces configs in a log and its backups. The files are built anew, since an update leaves its former content in free
 * space. If that is cut short, the log is not clean, and the next daemon does it again.
 */
export function rewriteConfigs(database: Database, configs: readonly ConfigRewrite[]): void {
  const cleanse = (file: Database, textOf: (config: ConfigRewrite) => string) => {
    replace(file, configs, textOf);
    file.exec('VACUUM');
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  };
  // First the backups: once the log itself is done, nobody knows their sessions' configs any more.
  for (const path of backupsOf(database.path)) {
    if (path.endsWith('.new')) rmSync(path);
    else cleanseBackup(path, (backup) => cleanse(backup, ({ backup: text }) => text));
  }
  cleanse(database, ({ config }) => config);
  database.exec('UPDATE installation SET is_clean = 1');
}

function replace(
  database: Database,
  configs: readonly ConfigRewrite[],
  textOf: (config: ConfigRewrite) => string,
): void {
  const update = database.command(
    'UPDATE session_infos SET config = ? WHERE session = (SELECT key FROM sessions WHERE session_id = ?)',
  );
  database.transaction(() => {
    for (const config of configs) update.run([textOf(config), config.sessionId]);
  });
}

function cleanseBackup(path: string, cleanse: (backup: Database) => void): void {
  const backup = new Database(path);
  try {
    cleanse(backup);
  } finally {
    backup.close();
  }
}
