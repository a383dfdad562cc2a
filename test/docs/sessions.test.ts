import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { daemonProcess, main } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';

const page = await readFile(new URL('../../docs/sessions.md', import.meta.url), 'utf8');

it('the steps of docs/sessions.md work', async () => {
  const [, script] = /^```sh\n(.*?)^```$/ms.exec(page)!;
  const { daemon } = await daemonProcess();
  await daemon.create('my-session');
  const program = `set -e; greenroom() { node '${main}' "$@"; }\n${script}`;
  const { stdout } = await execa('bash', ['-c', program], {
    cwd: await tempFolder(),
    env: { GREENROOM_URL: daemon.url },
  });
  expect(stdout).toContain('what is the answer?');
  expect(stdout).toContain('First steps');
});

it('docs/sessions.md names every command on sessions, and no other', () => {
  const named = [...page.matchAll(/^\| `greenroom ([\w-]+)/gm)].map(([, name]) => name);
  const known = commands.filter(({ group }) => group === 'Sessions:').map(({ name }) => name);
  expect(named.sort()).toEqual(known.sort());
});
