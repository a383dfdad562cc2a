import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess, greenroom } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';

async function socketPath(): Promise<string> {
  return join(await tempFolder(), 'gr.sock');
}

async function curl(socket: string, path: string, ...args: string[]) {
  const { stdout } = await execa('curl', ['-s', '--unix-socket', socket, `http://localhost${path}`, ...args]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a daemon on a Unix socket', () => {
  it('serves curl and WebSockets there, requires the token, and is for its owner only', async () => {
    const socket = await socketPath();
    const { daemon } = await testDaemon({ socket, port: null, token: 's3cret' });
    expect(daemon).toMatchObject({ url: `unix:${socket}`, port: null, socket });
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    expect(await curl(socket, '/v1/ready')).toMatchObject({ status: 401 });
    expect(await curl(socket, '/v1/ready', '-H', 'Authorization: Bearer s3cret')).toMatchObject({
      status: 'ok',
    });
    const evil = ['-H', 'Origin: https://evil.example', '-H', 'Authorization: Bearer s3cret'];
    expect(await curl(socket, '/v1/ready', ...evil)).toMatchObject({ status: 403 });
    const client = new WebSocket(`ws+unix:${socket}:/v1/ws`, ['greenroom.v1', 'bearer.s3cret']);
    const answer = new Promise((resolve) =>
      client.once('message', (data) => resolve(JSON.parse(String(data)))),
    );
    client.once('open', () => client.send('{"jsonrpc":"2.0","id":1,"method":"session/list"}'));
    expect(await answer).toMatchObject({ result: { sessions: [] } });
    client.close();
    await daemon.stop();
    expect(existsSync(socket)).toBe(false);
  });

  it('can have a port as well, with the same sessions', async () => {
    const socket = await socketPath();
    const daemon = await testDaemon({ socket });
    await daemon.create('one');
    expect(await curl(socket, '/v1/sessions/one')).toMatchObject({ sessionId: 'one' });
  });

  it('replaces the socket of a daemon that was killed, and never that of a live one', async () => {
    const socket = await socketPath();
    const { child } = await daemonProcess({ args: ['--socket', socket] });
    const other = ['server', '--no-token', '--socket', socket, '--log-level', 'error', '--data'];
    const refused = await greenroom([...other, await tempFolder()]);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      `greenroom: another program listens on ${socket}; choose another path with --socket`,
    ]);
    expect(await curl(socket, '/v1/health')).toMatchObject({ status: 'ok' });
    child.kill('SIGKILL');
    await child;
    expect(existsSync(socket)).toBe(true);
    await testDaemon({ socket, port: null });
    expect(await curl(socket, '/v1/health')).toMatchObject({ status: 'ok' });
  });

  it.each([
    [
      'a file that is no socket',
      async (path: string) => {
        await writeFile(path, 'precious');
        return path;
      },
      /exists and is no socket/,
    ],
    [
      'a path that is too long',
      async (path: string) => path + 'x'.repeat(200),
      /has \d+ bytes, and \d+ are possible/,
    ],
    [
      'a folder that is missing',
      async (path: string) => join(path, 'no', 's'),
      /there is no folder .*; create it/,
    ],
  ])('refuses %s', async (_, pathOf, expected) => {
    const path = await pathOf(await socketPath());
    await expect(testDaemon({ socket: path, port: null })).rejects.toThrow(expected);
  });
});

describe('greenroom server', () => {
  it.each([
    [['--tls-cert', 'cert.pem'], 2, 'TLS needs both --tls-cert and --tls-key'],
    [['--socket', 's', '--tls-cert', 'c', '--tls-key', 'k'], 2, 'TLS is for a port, and --socket has none'],
    [
      ['--tls-cert', '/no/c', '--tls-key', '/no/k'],
      1,
      'cannot read /no/c (ENOENT); choose another with --tls-cert',
    ],
  ])('refuses %j in one line', async (args, code, expected) => {
    const { stderr, exitCode } = await greenroom(['server', ...args, '--data', await tempFolder()]);
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(/^greenroom: .+$/);
    expect(stderr).toContain(expected);
  });

  it('prints a command that works with the socket alone, which needs no --insecure', async () => {
    const socket = await socketPath();
    const args = ['server', '--no-token', '--socket', socket, '--data', await tempFolder()];
    const child = execa(
      'node',
      [new URL('../../dist/program/greenroom.js', import.meta.url).pathname, ...args],
      {
        reject: false,
        env: { GREENROOM_TOKEN: undefined },
      },
    );
    let banner = '';
    for await (const chunk of child.stdout) {
      banner += String(chunk);
      if (/^ +try .*\n/m.test(banner)) break;
    }
    expect(banner).toContain(`unix:${socket}`);
    expect(banner).not.toContain('inspector');
    const command = /^ +try +(.*)$/m.exec(banner)![1]!;
    const { stdout } = await execa({ shell: true })`${command} -s`;
    child.kill('SIGKILL');
    await child;
    expect(JSON.parse(stdout)).toHaveProperty('agents');
  });

  it('warns of an address that others can reach without TLS', async () => {
    const { child } = await daemonProcess({ args: ['--host', '0.0.0.0', '--insecure'] });
    child.kill('SIGTERM');
    const { stderr } = await child;
    expect(String(stderr)).toContain('can read everything, the token included. Use --tls-cert and --tls-key');
  });
});
