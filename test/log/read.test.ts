import { expect, it } from 'vitest';
import { selectBatches } from '../../src/log/sqlite/batch-reader.js';
import { Database } from '../../src/log/sqlite/database.js';
import { tempLog } from './support.js';

it.each([
  [false, false],
  [true, true],
])('seeks by index, however long the session is (raw: %s)', async (raw, states) => {
  const { folder } = await tempLog();
  const database = new Database(`${folder}/greenroom.sqlite`);
  const plan = database.query(`EXPLAIN QUERY PLAN ${selectBatches(raw, states)}`).all([1, 1, 1, 1]);
  const steps = plan.map((row) => String(row[3]));
  database.close();
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  expect(steps).toContain(
    'SEARCH batches USING INDEX sqlite_autoindex_batches_1 (session=? AND first>? AND first<?)',
  );
  expect(steps).toContain(
    'SEARCH batches USING COVERING INDEX sqlite_autoindex_batches_1 (session=? AND first<?)',
  );
  expect(steps.some((step) => step.includes('raws'))).toBe(raw);
  expect(steps.some((step) => step.includes('TEMP B-TREE'))).toBe(false);
});
