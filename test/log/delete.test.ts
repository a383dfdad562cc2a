import { expect, it, vi } from 'vitest';
import { Database } from '../../src/log/sqlite/database.js';
import { batch, newSession, queueRow, tempLog } from './support.js';

it('leaves nothing of a deleted session in any table', async () => {
  const { log, folder } = await tempLog();
  for (const id of ['a', 'b']) {
    await log.create(newSession(id));
    await log.append(id, 0, {
      batch: batch(id, 1, 2, { raws: ['{}', null] }),
      checkpoint: { sequence: 2, snapshot: '{}', keep: true },
      queueChanges: { removed: [], put: [queueRow('m')] },
      names: '{}',
      receipts: [{ messageId: 'm', fingerprint: 'f', isTakenBack: false }],
      longValues: [{ valueId: 'v', part: 0, content: '1' }],
    });
  }
  await log.delete('a');
  const database = new Database(`${folder}/greenroom.sqlite`);
  // Those of the daemon itself have nothing of sessions.
  const tables = database
    .query(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('documents', 'journal', 'sqlite_sequence')`,
    )
    .all([])
    .flat();
  expect(tables).toContain('batches');
  const rows = (table: unknown) => database.query(`SELECT count(*) FROM ${table}`).get([])?.[0];
  await vi.waitFor(() => {
    for (const table of tables) expect(rows(table), String(table)).toBe(table === 'deleted_sessions' ? 0 : 1);
  }, 30_000);
  database.close();
});
