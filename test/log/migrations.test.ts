import { join } from 'node:path';
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
    expect(tables(database)).toEqual(expect.arrayContaining(['sessions', 'batches', 'raws']));
  });

  it('take only the steps that are missing, and keep what was there', async () => {
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

  it('keep the steps before one that fails, and nothing of that one', async () => {
    const database = await tempDatabase();
    expect(() => migrate(database, [FIRST, BROKEN])).toThrow();
    expect(database.number('user_version')).toBe(1);
    expect(tables(database)).toEqual(['notes']);
    migrate(database, [FIRST, SECOND]);
    expect(database.number('user_version')).toBe(2);
  });

  it('refuse a file of a newer version, and leave it as it is', async () => {
    const database = await tempDatabase();
    migrate(database, [FIRST, SECOND]);
    expect(() => migrate(database, [FIRST])).toThrow(LogError);
    expect(() => migrate(database, [FIRST])).toThrow(
      `cannot open ${database.path}: it was written by a newer Greenroom (its schema is version 2, this one knows up to 1)`,
    );
    expect(database.number('user_version')).toBe(2);
  });
});
