import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = await readFile(join(root, 'docs', 'security.md'), 'utf8');

/** The rows of the table of threats. */
const [, threats = ''] = page.split('## Who can reach what');
const rows = threats.split('\n').filter((line) => /^\| (?!who|---)/.test(line));
/** Who, what, what stops them, file and name of the test that proves it. */
const ROW = /^\| (.+) \| (.+) \| (.+) \| `(test\/[\w./-]+\.ts)`: "([^"]+)" \|$/;

it('the page on security names a test for every threat that is stopped', () => {
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !ROW.test(row))).toEqual([]);
});

it.each(rows.flatMap((row) => (ROW.test(row) ? [ROW.exec(row)!.slice(2)] : [])))(
  'there is a test that proves it: %s',
  async (_, __, file, name) => {
    const source = await readFile(join(root, file!), 'utf8');
    expect(source).toContain(name);
  },
);
