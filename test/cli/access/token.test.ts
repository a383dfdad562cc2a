import { expect, it } from 'vitest';
import { EXIT } from '../../../src/cli/exit-codes.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { server, status } from '../daemon/server.js';

it('tokens are created, listed and revoked with the token that the data folder has', async () => {
  const { url, data } = await server();
  const run = (...args: string[]) => greenroom([...args, '--data', data]);
  const created = await run('token', 'create', 'chat-bot', '--scopes', 'read,send', '--expires', '30d');
  expect(created.exitCode, created.stderr).toBe(0);
  expect(created.stdout).toMatch(/^[0-9a-z]{32}$/);
  expect(await status(url, created.stdout)).toBe(200);
  const [header, row] = (await run('token', 'list')).stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(header).toEqual(['ID', 'NAME', 'SCOPES', 'LAST USED', 'EXPIRES']);
  expect(row).toEqual([
    expect.stringMatching(/^tok_/),
    'chat-bot',
    'read,send',
    expect.any(String),
    expect.any(String),
  ]);
  expect((await run('token', 'revoke', 'chat-bot')).stdout).toBe(`✓ revoked chat-bot (${row![0]})`);
  expect(await status(url, created.stdout)).toBe(401);
  expect((await run('token', 'revoke', 'chat-bot')).stderr).toBe(
    'greenroom: there is no token chat-bot; list them with: greenroom token list',
  );

  const pairing = await run('pair', '--scopes', 'read', '--qr');
  const [link, ...code] = pairing.stdout.split('\n');
  expect(link).toMatch(new RegExp(`^${url}/ui/#pair=[0-9a-z]{32}$`));
  expect(code.join('')).toMatch(/[▀▄█]/);
});

it('a refusal is one line that says what to do', async () => {
  const { url, data } = await server({ args: ['--token', 'a-token-of-our-own'] });
  const error = async (code: number, ...args: string[]) => {
    const { stderr, exitCode } = await greenroom(args);
    expect(exitCode).toBe(code);
    return stderr;
  };
  expect(await error(EXIT.refused, 'token', 'list', '--data', data)).toBe(
    `greenroom: the daemon at ${url} requires a token; name it with --token or GREENROOM_TOKEN`,
  );
  expect(await error(EXIT.refused, 'token', 'list', '--url', url, '--token', 'wrong')).toBe(
    `greenroom: the daemon at ${url} does not accept this token`,
  );
  const empty = await tempFolder();
  expect(await error(EXIT.unreachable, 'token', 'list', '--data', empty)).toBe(
    `greenroom: no daemon runs on the data folder ${empty}; start one with: greenroom up, or name another with --url or --data`,
  );
  expect(await error(EXIT.usage, 'pair', '--url', 'nowhere')).toContain('--url nowhere is not an address');
  expect(await error(EXIT.unreachable, 'pair', '--url', 'http://127.0.0.1:1')).toContain(
    'cannot reach the daemon at http://127.0.0.1:1',
  );
  expect(await error(EXIT.usage, 'token', 'create', 'x', '--scopes', 'all')).toContain(
    'is none of read, send, approve, admin',
  );
  const listed = await greenroom(['token', 'list', '--url', url, '--token', 'a-token-of-our-own']);
  expect(listed.stdout).toBe('no tokens; create one with: greenroom token create <name>');
});

it('the kept token is sent to no other address', async () => {
  const [{ data }, other] = await Promise.all([server(), server()]);
  const { stderr } = await greenroom(['token', 'list', '--data', data, '--url', other.url]);
  expect(stderr).toContain('requires a token');
});
