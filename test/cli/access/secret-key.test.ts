import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

it('creates a key, says how to use it, and never replaces one', async () => {
  const file = join(await tempFolder(), 'key');
  const { stdout, exitCode } = await greenroom(['secret-key', file]);
  expect([stdout, exitCode]).toEqual([
    `✓ ${file}  use it with: greenroom server --secret-key-file ${file}`,
    0,
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await greenroom(['secret-key', file]);
  expect(again.exitCode).not.toBe(0);
  expect(again.stderr).toMatch(/^greenroom: \S+ exists already; .+$/);
});

it('a daemon refuses a key file that it cannot use, in one line', async () => {
  const file = join(await tempFolder(), 'key');
  const args = ['server', '--port', '0', '--data', await tempFolder()];
  const byOption = await greenroom([...args, '--secret-key-file', file]);
  const byVariable = await greenroom(args, { GREENROOM_SECRET_KEY_FILE: file });
  for (const { stderr, exitCode } of [byOption, byVariable]) {
    expect(exitCode).not.toBe(0);
    expect(stderr).toBe(
      `greenroom: cannot read the key file ${file} (ENOENT); create it with: greenroom secret-key ${file}`,
    );
  }
});
