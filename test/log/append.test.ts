import { expect, it } from 'vitest';
import { LogError } from '../../src/log/index.js';
import { Database } from '../../src/log/sqlite/database.js';
import { appending, batch, newSession, record, tempLog } from './support.js';

const SQLITE_CONSTRAINT_TRIGGER = 1811;

it('rejects only the append that SQLite refused, with the operation and file, and keeps working', async () => {
  const { log, folder } = await tempLog();
  for (const id of ['a', 'b', 'c']) await log.create(newSession(id));
  const other = new Database(`${folder}/greenroom.sqlite`);
  other.exec(`CREATE TRIGGER fail BEFORE INSERT ON raws BEGIN SELECT raise(ABORT, 'no room'); END`);
  const followed: unknown[] = [];
  log.follow('a', 0, { onBatch: (each) => followed.push(each) });

  const first = { batch: batch('a', 1, 1, { raws: ['{}'] }), record: { ended: true } };
  const [b, a, more, c] = await Promise.allSettled([
    log.append(...appending(batch('b', 1, 1))),
    log.append('a', 0, first),
    log.append(...appending(batch('a', 2, 2))),
    log.append(...appending(batch('c', 1, 2))),
  ]);
  expect([b.status, c.status]).toEqual(['fulfilled', 'fulfilled']);
  const { reason } = a as PromiseRejectedResult;
  expect(reason).toBeInstanceOf(LogError);
  expect(reason).toMatchObject({
    message: `cannot append to ${folder}/greenroom.sqlite: no room`,
    cause: { errcode: SQLITE_CONSTRAINT_TRIGGER },
  });
  expect(more).toMatchObject({ status: 'rejected', reason: { name: 'SequenceError' } });
  expect(await log.sessions()).toEqual([
    record('a'),
    record('b', { lastSequence: 1 }),
    record('c', { lastSequence: 2 }),
  ]);
  expect(followed).toEqual([]);

  other.exec('DROP TRIGGER fail');
  other.close();
  await log.append('a', 0, first);
  expect(followed).toEqual([first.batch]);
});

it('stores concurrent appends in one transaction', async () => {
  const { log, folder } = await tempLog();
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  for (const id of ids) await log.create(newSession(id));
  const other = new Database(`${folder}/greenroom.sqlite`);
  const commits = () => other.number('data_version');
  const seen: number[] = [commits()];
  await Promise.all(
    ids.map((id) => log.append(...appending(batch(id, 1, 1))).then(() => void seen.push(commits()))),
  );
  other.close();
  expect(new Set(seen.slice(1)).size).toBe(1);
  expect(seen[1]).toBe(seen[0]! + 1);
});
