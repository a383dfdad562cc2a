import { execa } from 'execa';
import { expect, it } from 'vitest';

const module = new URL('../../../dist/src/cli/daemon/hangup.js', import.meta.url).href;
const program = `import { ignoresHangup } from '${module}'; console.log(ignoresHangup())`;
const node = `"${process.execPath}" --input-type=module --eval "$PROGRAM"`;

/** The surroundings of a program that a shell starts. */
async function ignores(command: string): Promise<string> {
  const env = { PROGRAM: program, PATH: process.env.PATH };
  const { stdout } = await execa('/bin/sh', ['-c', command], { extendEnv: false, env });
  return stdout;
}

it('a hangup is not ignored by default', async () => {
  expect(await ignores(`${node}; true`)).toBe('false');
});

it('a hangup is ignored if the parent ignores it', async () => {
  expect(await ignores(`trap '' HUP; ${node}; true`)).toBe('true');
});

it('a hangup is ignored if the shell has started nohup', async () => {
  expect(await ignores(`_=/usr/bin/nohup ${node}; true`)).toBe('true');
});

it('a hangup is ignored if standard input is what nohup puts in place of a terminal', async () => {
  expect(await ignores(`${node} 0>/dev/null; true`)).toBe('true');
});
