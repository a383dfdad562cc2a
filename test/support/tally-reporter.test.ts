import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { tempFolder } from './temp-folder.js';

const reporter = new URL('tally-reporter.ts', import.meta.url).pathname;
const vitest = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;

const TESTS = `
  let tries = 0;
  describe('a daemon', () => it('starts late', () => expect(++tries).toBe(2)));
  it('works', () => {});
  it.skip('is left out', () => {});
  it('is broken', () => expect.fail());
`;

it('counts tests and files that cannot be loaded, and names tests that passed at the second try', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'some.test.js'), TESTS);
  await writeFile(join(folder, 'broken.test.js'), `throw new Error('broken');`);
  const args = ['run', '--root', folder, '--globals', '--retry=1', `--reporter=${reporter}`];
  const { stdout } = await execa('node', [vitest, ...args], { reject: false });
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
    'passed at the second try: some.test.js > a daemon > starts late',
    '2 passed, 2 failed, 1 skipped',
  ]);
});
