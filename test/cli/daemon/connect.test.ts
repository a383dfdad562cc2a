import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-codes.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { server } from './server.js';

it('a daemon that listens on nothing but a Unix socket is reached, over WebSocket and HTTP', async () => {
  const socket = join(await tempFolder(), 's.sock');
  const { data, url } = await server({ args: ['--socket', socket], port: null });
  expect(url).toBe(`unix:${socket}`);
  expect((await greenroom(['token', 'create', 'bot', '--scopes', 'read', '--data', data])).stdout).toMatch(
    /^[0-9a-z]{32}$/,
  );
  const byAddress = await greenroom(['token', 'list', '--url', url, '--data', data]);
  expect(byAddress.stdout).toContain('bot');
  const overHttp = await greenroom(['trust', '--data', data]);
  expect([overHttp.stdout, overHttp.stderr]).toEqual(['No folder is trusted.', '']);
  const missing = await greenroom(['record', 'nobody', '--data', data, '-o', '-']);
  expect(missing).toMatchObject({ exitCode: EXIT.notFound, stdout: '' });
});

it('the address and the token are taken from GREENROOM_URL and GREENROOM_TOKEN', async () => {
  const [{ url, token }, nothing] = await Promise.all([server(), tempFolder()]);
  const env = { GREENROOM_URL: url, GREENROOM_TOKEN: token!, GREENROOM_DATA: nothing };
  const { stdout, exitCode } = await greenroom(['token', 'list'], env);
  expect([exitCode, stdout]).toEqual([0, 'no tokens; create one with: greenroom token create <name>']);
});
