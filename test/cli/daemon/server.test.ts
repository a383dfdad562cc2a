import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { greenroom } from '../../support/program.js';
import { sseEvents } from '../../support/sse-text.js';
import { tempFolder } from '../../support/temp-folder.js';
import { server, status } from './server.js';

const [OWN, FROM_ENV] = ['my-own-token-of-the-test', 'the-token-from-the-environment'];

describe('the token of a server', () => {
  it('is generated, printed and valid by default', async () => {
    const { url, token, banner } = await server();
    expect(token).toMatch(/^[0-9a-z]{32}$/);
    expect(banner.match(new RegExp(token!, 'g'))!.length).toBe(2);
    expect(banner).toMatch(/inspector +http:\/\/\S+\/ui\/#pair=[0-9a-z]{32}$/m);
    expect([await status(url), await status(url, 'wrong'), await status(url, token)]).toEqual([
      401, 401, 200,
    ]);
  });

  it('is kept in the data folder, for its owner only, and the same after a restart', async () => {
    const first = await server();
    const path = join(first.data, 'token');
    expect((await readFile(path, 'utf8')).trim()).toBe(first.token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    first.child.kill('SIGTERM');
    await first.child;
    const [second, other] = await Promise.all([server({ dataFolder: first.data }), server()]);
    expect(second.token).toBe(first.token);
    expect(other.token).not.toBe(first.token);
  });

  it('may come from a file that only its owner can read', async () => {
    const file = join(await tempFolder(), 'token');
    await writeFile(file, `${OWN}\n`, { mode: 0o600 });
    const { url, banner } = await server({ args: ['--token-file', file] });
    expect([await status(url, OWN), banner.includes(OWN)]).toEqual([200, false]);
    await chmod(file, 0o644);
    const { stderr, exitCode } = await greenroom(['server', '--token-file', file]);
    expect([exitCode, stderr]).toEqual([
      1,
      `greenroom: the token file ${file} can be accessed by others; run: chmod 600 ${file}`,
    ]);
  });

  it.each([
    [
      'too short',
      'choose-one',
      'is too short to be safe: it must have 16 characters or more; create one with:',
    ],
    ['two words', 'a token with some words', 'must not contain whitespace'],
  ])('is refused if it is %s', async (_, token, reason) => {
    const { stderr, exitCode } = await greenroom(['server', '--token', token]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^greenroom: [^\n]+$/);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain(token);
  });

  it('is not printed if given', async () => {
    const { url, banner, child } = await server({ args: ['--token', OWN] });
    expect([await status(url), await status(url, OWN)]).toEqual([401, 200]);
    child.kill('SIGTERM');
    const { stderr } = await child;
    expect(`${banner}${String(stderr)}`).not.toContain(OWN);
  });

  it('may come from GREENROOM_TOKEN, which --token overrides', async () => {
    const env = { GREENROOM_TOKEN: FROM_ENV };
    const [one, two] = await Promise.all([server({ env }), server({ env, args: ['--token', OWN] })]);
    expect([await status(one.url, FROM_ENV), one.banner.includes(FROM_ENV)]).toEqual([200, false]);
    expect([await status(two.url, FROM_ENV), await status(two.url, OWN)]).toEqual([401, 200]);
  });

  it('is generated and printed if GREENROOM_TOKEN is empty', async () => {
    const { url, token } = await server({ env: { GREENROOM_TOKEN: '' } });
    expect([await status(url), await status(url, token)]).toEqual([401, 200]);
  });

  it('is not required with --no-token, whatever GREENROOM_TOKEN says', async () => {
    const { url, banner } = await server({ args: ['--no-token'], env: { GREENROOM_TOKEN: FROM_ENV } });
    expect(await status(url)).toBe(200);
    expect(banner).not.toMatch(/token|Bearer/);
  });

  it('may be omitted on all addresses only with --insecure', async () => {
    const { url } = await server({ args: ['--host', '0.0.0.0', '--no-token', '--insecure'] });
    expect(await status(url.replace('0.0.0.0', '127.0.0.1'))).toBe(200);
  });

  it('is printed with an address that can be opened, and a warning, on all addresses', async () => {
    const { banner, url, child } = await server({ args: ['--host', '0.0.0.0'] });
    expect(url).toContain('0.0.0.0');
    expect(banner.replace(url, '')).not.toContain('0.0.0.0');
    child.kill('SIGTERM');
    const { stderr } = await child;
    const isAlone = banner.includes('//127.0.0.1');
    expect(String(stderr).includes('is not encrypted')).toBe(!isAlone);
  });
});

describe('a server', () => {
  it('prints an example command that works', async () => {
    const { try: command } = await server();
    const { execa } = await import('execa');
    const { stdout, exitCode } = await execa({ shell: true, reject: false })`${command} --silent`;
    if (exitCode === 127) return;
    expect(JSON.parse(stdout)).toHaveProperty('agents');
  });

  it('cancels requests that nobody answers with --request-timeout', async () => {
    const { url } = await server({ args: ['--no-token', '--request-timeout', '1ms'] });
    const post = (path: string, body: object) =>
      fetch(`${url}/v1/sessions/one${path}`, { method: 'POST', body: JSON.stringify(body) });
    await post('', { agent: 'mock' });
    const stream = await post('/messages/stream?until=turn', { message: 'permission' });
    const resolved = sseEvents(await stream.text()).filter(({ type }) => type === 'permission.resolved');
    expect(resolved).toMatchObject([
      { data: { metadata: { reply: 'cancelled', resolved_by: 'daemon' } } },
      { data: { metadata: { reply: 'cancelled', resolved_by: 'daemon' } } },
    ]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('stops on %s, with exit code 0', async (signal) => {
    const { child } = await server();
    child.kill(signal);
    expect(await child).toMatchObject({ exitCode: 0 });
  });

  it('reports a port in use in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const port = String((other.address() as AddressInfo).port);
    const data = await tempFolder();
    const { stdout, stderr, exitCode } = await greenroom([
      'server',
      ...['--port', port, '--data', data, '--log-level', 'error'],
    ]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`greenroom: port ${port} on 127.0.0.1 is already in use; choose another with --port`);
  });

  it('reports a data folder in use and its owner in one line', async () => {
    const { data, url, child } = await server();
    const { stderr, exitCode } = await greenroom(['server', '--port', '0', '--data', data]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^greenroom: .+ in use .+$/);
    for (const hint of [data, url, String(child.pid), '--data']) expect(stderr).toContain(hint);
  });

  it('reports a data folder that is a file in one line', async () => {
    const data = join(await tempFolder(), 'file');
    await writeFile(data, '');
    const { stderr, exitCode } = await greenroom(['server', '--port', '0', '--data', data]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^greenroom: .+$/);
    expect(stderr).toContain(data);
  });

  it('reports a foreign host address in one line', async () => {
    const data = await tempFolder();
    const { stderr, exitCode } = await greenroom([
      'server',
      ...['--host', '192.0.2.1', '--port', '0', '--data', data, '--log-level', 'error'],
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^greenroom: 192\.0\.2\.1 .+--host$/);
  });

  it('takes its data folder from GREENROOM_DATA', async () => {
    const data = await tempFolder();
    const { stdout } = await greenroom(['server', '--help'], { GREENROOM_DATA: data });
    expect(stdout.replaceAll(/\s+/g, '')).toContain(data);
  });
});
