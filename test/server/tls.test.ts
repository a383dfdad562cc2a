import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { execa } from 'execa';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { GreenroomClient } from '../../src/client/index.js';
import { readTls } from '../../src/server/http/tls.js';
import { certificate } from '../support/certificate.js';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';

/** The names of the certificate that a server shows. */
function subjectAt(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
    socket.once('secureConnect', () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('a daemon with TLS', () => {
  it('serves curl, wscat and the client library, which check its certificate', async () => {
    const tls = await certificate(await tempFolder());
    const daemon = await testDaemon({ tls, token: 's3cret' });
    expect(daemon.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const bearer = 'Authorization: Bearer s3cret';

    const curl = await execa('curl', ['-sS', '--cacert', tls.cert, '-H', bearer, `${daemon.url}/v1/ready`]);
    expect(JSON.parse(curl.stdout)).toMatchObject({ status: 'ok' });
    const distrustful = await execa('curl', ['-sS', `${daemon.url}/v1/health`], { reject: false });
    expect(distrustful.stderr).toContain('self-signed certificate');

    const socketUrl = `${daemon.url.replace('https', 'wss')}/v1/ws`;
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/list' });
    const wscat = new URL('../../node_modules/.bin/wscat', import.meta.url).pathname;
    const args = ['--ca', tls.cert, '-H', bearer, '-c', socketUrl, '-x', call, '-w', '1'];
    const { stdout } = await execa(wscat, args, { stdin: 'pipe' });
    expect(stdout).toContain('"sessions":[]');

    const ca = await readFile(tls.cert);
    class TrustingSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { ca });
      }
    }
    const client = new GreenroomClient({ url: daemon.url, token: 's3cret', WebSocket: TrustingSocket });
    const created = await client.sessions.create({ sessionId: 'one', agent: 'mock' });
    expect(created.created).toMatchObject({ sessionId: 'one', healthy: true });
    client.close();
  });

  it('lets the page connect by wss only', async () => {
    const tls = await certificate(await tempFolder());
    const { url } = await testDaemon({ tls });
    const ca = await readFile(tls.cert);
    const policy = await new Promise<string>((resolve) => {
      get(`${url}/ui/`, { ca }, (response) => {
        resolve(String(response.headers['content-security-policy']));
        response.destroy();
      });
    });
    expect(policy).toContain(`connect-src 'self' wss://${new URL(url).host};`);
  });

  it('limits connections as without TLS', async () => {
    const tls = await certificate(await tempFolder());
    const { url } = await testDaemon({ tls, limits: { connections: 1 } });
    const held = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
    await new Promise((resolve) => held.once('secureConnect', resolve));
    const args = ['-s', '--cacert', tls.cert, `${url}/v1/health`];
    expect(JSON.parse((await execa('curl', args)).stdout)).toMatchObject({ status: 503 });
    held.destroy();
  });

  it('uses a renewed certificate without a restart, and keeps the old one until the files fit', async () => {
    const folder = await tempFolder();
    const tls = await certificate(folder, 'old');
    const next = await certificate(folder, 'new');
    let told: (reason: string) => void = () => {};
    const lines = { write: (line: string) => told((JSON.parse(line) as { msg: string }).msg) };
    const heard = (text: string) =>
      new Promise<void>((resolve) => {
        told = (message) => message.includes(text) && resolve();
      });
    const daemon = await testDaemon({ tls, tlsRenewalMs: 20, logger: pino({ level: 'info' }, lines) });
    expect(await subjectAt(daemon.url)).toBe('old');
    const refused = heard('the one in use stays');
    await copyFile(next.cert, tls.cert);
    await refused;
    expect(await subjectAt(daemon.url)).toBe('old');
    const renewed = heard('the certificate was renewed');
    await copyFile(next.key, tls.key);
    await renewed;
    expect(await subjectAt(daemon.url)).toBe('new');
  });
});

describe('a certificate', () => {
  it.each([
    [
      'with another key',
      async (folder: string) => {
        const [{ cert }, { key }] = await Promise.all([certificate(folder), certificate(folder, 'other')]);
        return { cert, key };
      },
      /the key .*other-key\.pem does not belong to the certificate .*cert\.pem/,
    ],
    [
      'that is missing',
      async (folder: string) => ({ ...(await certificate(folder)), cert: join(folder, 'no') }),
      /cannot read .*no \(ENOENT\); choose another with --tls-cert/,
    ],
    [
      'that is none',
      async (folder: string) => {
        const files = await certificate(folder);
        await writeFile(files.cert, 'hello');
        return files;
      },
      /cert\.pem is no certificate in PEM/,
    ],
    [
      'whose key is none',
      async (folder: string) => {
        const files = await certificate(folder);
        await writeFile(files.key, 'hello');
        return files;
      },
      /cert-key\.pem is no private key in PEM/,
    ],
    [
      'whose key has a passphrase',
      async (folder: string) => {
        const files = await certificate(folder);
        await execa('openssl', [
          'ec',
          '-in',
          files.key,
          '-aes256',
          '-passout',
          'pass:abcd',
          '-out',
          files.key,
        ]);
        return files;
      },
      /needs a passphrase/,
    ],
    [
      'whose key others can read',
      async (folder: string) => {
        const files = await certificate(folder);
        await chmod(files.key, 0o644);
        return files;
      },
      /can be accessed by others; run: chmod 600/,
    ],
  ])('%s is refused', async (_, files, expected) => {
    await expect(readTls(await files(await tempFolder()), Date.now())).rejects.toThrow(expected);
  });

  it('is refused before and after its time', async () => {
    const files = await certificate(await tempFolder());
    const day = 24 * 60 * 60 * 1000;
    await expect(readTls(files, Date.now() + 3 * day)).rejects.toThrow(/expired on .*; renew it/);
    await expect(readTls(files, Date.now() - day)).rejects.toThrow(/is not valid before/);
  });
});
