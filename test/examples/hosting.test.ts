import { once } from 'node:events';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { freePort } from '../docs/support/free-port.js';
import { certificate } from '../support/certificate.js';
import { testDaemon } from '../support/daemon.js';
import { greenroom, main } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { examples } from './example.js';

const read = (name: string) => readFile(join(examples, 'hosting', name), 'utf8');

/** A program's path, or null; with what else it may be installed as a system's. */
async function find(program: string): Promise<string | null> {
  const { stdout, failed } = await execa('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin; command -v ${program}`], {
    reject: false,
  });
  return failed ? null : stdout;
}

/** A folder with a `greenroom` that is this build. */
async function binFolder(): Promise<string> {
  const bin = await tempFolder();
  await writeFile(join(bin, 'greenroom'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  await chmod(join(bin, 'greenroom'), 0o755);
  await symlink(process.execPath, join(bin, 'node'));
  return bin;
}

/** Runs a command until it listens, then stops it as a supervisor would; resolves with its exit code. */
async function runUntilListening(command: readonly string[], env: Record<string, string>): Promise<number> {
  const [program = '', ...args] = command;
  const path = `${await binFolder()}:${process.env.PATH}`;
  const child = execa(program, args, {
    reject: false,
    env: { ...env, PATH: path, GREENROOM_TOKEN: undefined },
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  let text = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    text += String(chunk);
    if (text.includes('listening')) child.kill('SIGTERM');
  }
  const { exitCode, stderr } = await child;
  expect(text, stderr).toContain('listening');
  return exitCode ?? -1;
}

describe('the systemd unit', () => {
  it('is one that systemd accepts', async ({ skip }) => {
    if ((await find('systemd-analyze')) === null) skip('systemd-analyze is not installed');
    const { stdout, stderr, exitCode } = await execa(
      'systemd-analyze',
      ['verify', '--man=no', join(examples, 'hosting', 'greenroom.service')],
      { reject: false },
    );
    const ours = `${stdout}\n${stderr}`.split('\n').filter((line) => line.includes('greenroom.service'));
    expect(ours).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('has a command that starts a daemon in its state folder', async () => {
    const unit = await read('greenroom.service');
    const state = await tempFolder();
    expect(unit).toContain('StateDirectory=greenroom\n');
    const [, data = ''] = /^Environment=GREENROOM_DATA=(.*)$/m.exec(unit)!;
    expect(data).toBe('/var/lib/greenroom');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit)!;
    const args = command.replace('2468', '0').split(' ');
    expect(await runUntilListening(args, { GREENROOM_DATA: state })).toBe(0);
    expect((await greenroom(['check', '--data', state])).exitCode).toBe(0);
  });
});

describe('the Dockerfile', () => {
  it('copies nothing into the image that the build makes by itself', async () => {
    const ignored = (await read('Dockerfile.dockerignore')).split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist']));
  });

  it('uses a Node that is supported, and packs and installs as the tests of the package do', async () => {
    const lines = (await read('Dockerfile')).split('\n');
    const [, , ...rest] = lines.filter((line) => /^(FROM|RUN npm)/.test(line));
    for (const image of lines.filter((line) => line.startsWith('FROM')))
      expect(image).toMatch(/ node:2[24]-/);
    expect(lines).toContain('RUN npm ci && npm pack --pack-destination /tmp');
    expect(rest).toContain('RUN npm install --global /tmp/greenroom-*.tgz && rm /tmp/greenroom-*.tgz');
  });

  it('has a command that starts a daemon, with a health check that sees it', async () => {
    const file = await read('Dockerfile');
    const env = Object.fromEntries(
      [...file.matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(env.GREENROOM_DATA).toBe('/data');
    const command = JSON.parse(/^CMD (.*)$/m.exec(file)![1]!) as string[];
    const check = JSON.parse(/^HEALTHCHECK CMD (.*)$/m.exec(file)![1]!) as string[];
    const port = await freePort();
    const data = await tempFolder();
    const code = check.at(-1)!.replace('2468', String(port));
    const healthy = async () => (await execa('node', ['-e', code], { reject: false })).exitCode;
    expect(await healthy()).toBe(1);
    const [program = '', ...args] = command;
    const path = `${await binFolder()}:${process.env.PATH}`;
    const given = { ...env, GREENROOM_DATA: data, GREENROOM_PORT: String(port), PATH: path };
    const child = execa(program, args, { reject: false, env: { ...given, GREENROOM_TOKEN: undefined } });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await child;
    });
    await vi.waitFor(async () => expect(await healthy()).toBe(0), { timeout: 60_000, interval: 100 });
    child.kill('SIGTERM');
    expect((await child).exitCode).toBe(0);
  });
});

describe('the configuration of nginx', () => {
  it('passes on requests, WebSockets, events as they come, and uploads', async ({ skip }) => {
    const nginx = await find('nginx');
    if (nginx === null) skip('nginx is not installed: apt-get install nginx-light');
    const daemon = await testDaemon({ token: 's3cret', allowHosts: ['greenroom.example'] });
    const port = await nginxFor(nginx!, daemon.url);
    const headers = { host: 'greenroom.example', authorization: 'Bearer s3cret' };
    const ask = async (method: string, path: string, body = '') => {
      const sent = request({ port, method, path, headers, rejectUnauthorized: false });
      sent.end(body);
      const [response] = await once(sent, 'response');
      return response;
    };

    expect((await ask('POST', '/v1/sessions/one', '{"agent": "mock"}')).statusCode).toBe(200);
    const stream = await ask('GET', '/v1/sessions/one/events/sse');
    const socket = new WebSocket(`wss://127.0.0.1:${port}/v1/ws`, { headers, rejectUnauthorized: false });
    onTestFinished(() => socket.terminate());
    let frames = '';
    socket.on('message', (data) => {
      frames += String(data);
    });
    await once(socket, 'open');
    const send = (id: number, method: string, params: object) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { sessionId: 'one', ...params } }));
    send(1, 'session/subscribe', { offset: 0 });
    send(2, 'session/send', { message: 'echo through nginx' });
    let events = '';
    for await (const chunk of stream) {
      events += String(chunk);
      if (events.includes('turn.ended')) break;
    }
    expect(events).toContain('through nginx');
    await vi.waitFor(() => expect(frames).toContain('turn.ended'), { timeout: 30_000 });
    expect(frames).toContain('through nginx');

    const path = `/v1/sessions/one/attachments?filename=big.bin`;
    expect((await ask('POST', path, 'x'.repeat(5 * 1024 * 1024))).statusCode).toBe(200);
  });

  /** nginx as the file configures it, for the daemon, with a certificate of the test; on the port that it resolves with. */
  async function nginxFor(program: string, url: string): Promise<number> {
    const folder = await tempFolder();
    const { cert, key } = await certificate(folder);
    const port = await freePort();
    const server = (await read('nginx.conf'))
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('http://127.0.0.1:2468', url)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    await mkdir(join(folder, 'tmp'));
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path tmp/${name};`,
    );
    const user = process.getuid?.() === 0 ? 'user root; ' : '';
    const text = `${user}daemon off; pid nginx.pid; error_log stderr; worker_processes 1; events {}
      http { access_log off; ${places.join(' ')}\n${server}\n}`;
    await writeFile(join(folder, 'nginx.conf'), text);
    const args = ['-p', folder, '-c', 'nginx.conf'];
    await execa(program, [...args, '-t']);
    const child = execa(program, args, { reject: false });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await child;
    });
    await vi.waitFor(
      async () => {
        const socket = request({ port, path: '/v1/health', rejectUnauthorized: false });
        socket.end();
        const [response] = await once(socket, 'response');
        response.resume();
      },
      { timeout: 30_000, interval: 50 },
    );
    return port;
  }
});

describe('the configuration of Caddy', () => {
  it('is valid', async ({ skip }) => {
    const caddy = await find('caddy');
    if (caddy === null) skip('caddy is not installed');
    const path = join(examples, 'hosting', 'Caddyfile');
    await execa(caddy!, ['validate', '--config', path, '--adapter', 'caddyfile']);
  });
});
