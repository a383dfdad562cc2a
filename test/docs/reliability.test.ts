import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = await readFile(join(root, 'docs', 'reliability.md'), 'utf8');

/** The rows of all tables, without their heads. */
const rows = page.split('\n').filter((line) => /^\| (?!promise|---)/.test(line));
/** Promise, file and name of the test that proves it. */
const ROW = /^\| (.+) \| `(test\/[\w./-]+\.test\.ts)`: "([^"]+)" \|$/;

it('the page on reliability names a test for every promise', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => !ROW.test(row))).toEqual([]);
});

it.each(rows.flatMap((row) => (ROW.test(row) ? [ROW.exec(row)!.slice(1)] : [])))(
  'there is a test that proves: %s',
  async (_, file, name) => {
    const source = await readFile(join(root, file!), 'utf8');
    expect(source).toContain(name);
  },
);
