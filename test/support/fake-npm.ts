import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.js';

const program = new URL('../../fixtures/programs/fake-npm.mjs', import.meta.url).pathname;

interface Call {
  args: string[];
  env: Record<string, string>;
}

/** An environment with a fake npm that needs no network, and a record of its calls. */
export async function fakeNpm(behaviour = '') {
  const bin = await tempFolder();
  const log = join(bin, 'log');
  await writeFile(join(bin, 'npm'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
    mode: 0o755,
  });
  return {
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: '/nowhere', FAKE_NPM: behaviour, FAKE_LOG: log },
    calls: async (): Promise<Call[]> => {
      const text = await readFile(log, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Call);
    },
  };
}
