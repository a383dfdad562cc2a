import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { batch, newSession, tempLog } from './support.js';

it('leaves nothing of a deleted session in any table', async () => {
  const { log, folder } = await tempLog();
  for (const id of ['a', 'b']) {
    await log.create(newSession(id));
    await log.append(id, 0, {
      batch: batch(id, 1, 2, { raws: ['{}', null] }),
      checkpoint: { sequence: 2, snapshot: '{}', keep: true },
    });
  }
  await log.delete('a');
  const database = new Libsql(`${folder}/greenroom.sqlite`);
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).raw().all().flat();
  expect(tables).toContain('batches');
  for (const table of tables) {
    expect(database.prepare(`SELECT count(*) FROM ${table}`).raw().get(), String(table)).toEqual([1]);
  }
  database.close();
});
