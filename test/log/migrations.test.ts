import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LogError } from '../../src/log/index.js';
import { Database } from '../../src/log/sqlite/database.js';
import { MIGRATIONS, migrate } from '../../src/log/sqlite/migrations.js';
import { tempFolder } from '../support/temp-folder.js';

const FIRST = "CREATE TABLE notes (text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES ('kept');";
const SECOND = 'ALTER TABLE notes ADD COLUMN length INTEGER; UPDATE notes SET length = length(text);';
const BROKEN = 'CREATE TABLE half (a INTEGER); this is no SQL;';

async function tempDatabase(): Promise<Database> {
  const database = new Database(join(await tempFolder(), 'test.sqlite'));
  onTestFinished(() => database.close());
  return database;
}

function tables(database: Database): unknown[] {
  return database.query('SELECT name FROM sqlite_master ORDER BY name').all([]).flat();
}

describe('migrations', () => {
  it('bring an empty file to the newest version', async () => {
    const database = await tempDatabase();
    migrate(database);
    expect(database.number('user_version')).toBe(MIGRATIONS.length);
    expect(tables(database)).toEqual(
      expect.arrayContaining(['sessions', 'batches', 'raws', 'checkpoints', 'queue_entries']),
    );
  });

  it('run only the missing steps and keep existing data', async () => {
    const database = await tempDatabase();
    migrate(database, [FIRST]);
    expect(database.number('user_version')).toBe(1);
    migrate(database, [FIRST, SECOND]);
    expect(database.number('user_version')).toBe(2);
    expect(database.query('SELECT text, length FROM notes').all([])).toEqual([['kept', 4]]);
  });

  it('do nothing to a file that is up to date', async () => {
    const database = await tempDatabase();
    migrate(database, [FIRST, SECOND]);
    migrate(database, [FIRST, SECOND]);
    expect(database.query('SELECT count(*) FROM notes').get([])).toEqual([1]);
  });

  it('keep the steps before a failing one, and roll that one back', async () => {
    const database = await tempDatabase();
    expect(() => migrate(database, [FIRST, BROKEN])).toThrow();
    expect(database.number('user_version')).toBe(1);
    expect(tables(database)).toEqual(['notes']);
    migrate(database, [FIRST, SECOND]);
    expect(database.number('user_version')).toBe(2);
  });

  it('back up the previous version, and keep the backup until the next migration', async () => {
    const database = await tempDatabase();
    const folder = dirname(database.path);
    const backups = async () => (await readdir(folder)).filter((name) => /\.v\d/.test(name));
    migrate(database, [FIRST]);
    expect(await backups()).toEqual([]);
    await writeFile(`${database.path}.v1.new`, 'left by a crash');

    migrate(database, [FIRST, SECOND]);
    migrate(database, [FIRST, SECOND]);
    expect(await backups()).toEqual(['test.sqlite.v1']);
    expect((await stat(`${database.path}.v1`)).mode & 0o777).toBe(0o600);
    const backup = new Database(`${database.path}.v1`);
    expect(backup.number('user_version')).toBe(1);
    expect(backup.query('SELECT * FROM notes').all([])).toEqual([['kept']]);
    backup.close();

    migrate(database, [FIRST, SECOND, 'DELETE FROM notes']);
    expect(await backups()).toEqual(['test.sqlite.v2']);
  });

  it('do not start if the backup cannot be written', async () => {
    const database = await tempDatabase();
    migrate(database, [FIRST]);
    await mkdir(join(`${database.path}.v1`, 'in the way'), { recursive: true });
    expect(() => migrate(database, [FIRST, SECOND])).toThrow(
      `cannot back up ${database.path} to ${database.path}.v1 before it is migrated`,
    );
    expect(database.number('user_version')).toBe(1);
  });

  it('turn the snapshot of a session into its checkpoint', async () => {
    const database = await tempDatabase();
    migrate(database, MIGRATIONS.slice(0, 1));
    for (const [key, sequence, snapshot] of [
      [1, 7, `'{"at":7}'`],
      [2, 0, 'NULL'],
    ]) {
      database.exec(`
        INSERT INTO sessions VALUES (${key}, 's${key}', 1, 2, 9, 1, 0, ${sequence});
        INSERT INTO session_infos VALUES (${key}, '{}', '{}');
        INSERT INTO session_snapshots VALUES (${key}, ${snapshot});`);
    }
    migrate(database);
    const checkpoints = database.query('SELECT session, sequence, keep, snapshot FROM checkpoints').all([]);
    expect(checkpoints).toEqual([[1, 7, 0, '{"at":7}']]);
    expect(database.query('SELECT * FROM sessions').all([])).toEqual([
      [1, 's1', 1, 2, 9, 1, 0],
      [2, 's2', 1, 2, 9, 1, 0],
    ]);
    expect(tables(database)).not.toContain('session_snapshots');
  });

  it('refuse a file of a newer version and leave it unchanged', async () => {
    const database = await tempDatabase();
    migrate(database, [FIRST, SECOND]);
    expect(() => migrate(database, [FIRST])).toThrow(LogError);
    expect(() => migrate(database, [FIRST])).toThrow(
      `cannot open ${database.path}: it was written by a newer Greenroom (its schema is version 2, this one knows up to 1)`,
    );
    expect(database.number('user_version')).toBe(2);
  });
});
