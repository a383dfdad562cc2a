import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Database } from '../../src/log/sqlite/database.js';
import { newSession, queueRow, tempLog } from './support.js';

it('does not write a long message again when it moves', async () => {
  const { log, folder } = await tempLog();
  await log.create(newSession('a'));
  const long = queueRow('long', { content: JSON.stringify('x'.repeat(3_000_000)) });
  const put = [long, queueRow('short', { rank: 2 })];
  await log.append('a', 0, { queueChanges: { removed: [], put } });
  const other = new Database(`${folder}/greenroom.sqlite`);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const written = () => statSync(`${folder}/greenroom.sqlite-wal`).size;
  expect(written()).toBe(0);

  const moved = { ...long, rank: 3, revision: 2, content: null };
  await log.append('a', 0, { queueChanges: { removed: [], put: [moved] } });
  expect(written()).toBeGreaterThan(0);
  expect(written()).toBeLessThan(50_000);
  expect((await log.queue('a')).map(({ messageId }) => messageId)).toEqual(['short', 'long']);
});
