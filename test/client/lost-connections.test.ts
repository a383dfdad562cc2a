import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { UniversalEvent } from '../../src/client/index.js';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess } from '../support/program.js';
import { collect, reaches, testClient } from './support.js';

const NOWHERE = 'http://127.0.0.1:1';
const soon = { random: () => 0 };
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const sequences = (events: readonly UniversalEvent[]) => events.map(({ sequence }) => sequence);

describe('a client whose daemon is killed', () => {
  it('sends what was sent meanwhile once, and reads on without loss or repeat', async () => {
    const before = await daemonProcess();
    const { url, port } = before.daemon.daemon;
    const client = testClient(url, soon);
    const session = await client.sessions.create({ agent: 'mock', sessionId: 'one', onAgentExit: 'resume' });
    const events = collect(session.events());
    await session.send('echo before');
    before.child.kill('SIGKILL');
    await reaches(client, 'offline');
    await expect(session.info()).rejects.toMatchObject({ kind: 'disconnected' });
    const sent = session.send('echo offline');

    const { dataFolder } = before;
    const { daemon } = await daemonProcess({ dataFolder, args: ['--port', String(port)] });
    expect(await sent).toMatchObject({ outcome: 'completed', text: 'offline' });
    await session.terminate();
    const all = await events;
    expect(sequences(all)).toEqual(upTo(all.length));
    expect(all).toEqual(await daemon.events('one'));
    expect(all.filter(({ type }) => type === 'turn.started')).toHaveLength(2);
  });

  it('tells the outcome of a turn that was cut off', async () => {
    const before = await daemonProcess();
    const { url, port } = before.daemon.daemon;
    const client = testClient(url, soon);
    const session = await client.sessions.create({ agent: 'mock', sessionId: 'one', onAgentExit: 'resume' });
    const sent = session.send('sleep 600000');
    await sent.accepted;
    before.child.kill('SIGKILL');
    await reaches(client, 'offline');
    await daemonProcess({ dataFolder: before.dataFolder, args: ['--port', String(port)] });
    const { outcome } = await sent;
    expect(outcome).not.toBe('completed');
    expect((await collect(sent)).at(-1)).toMatchObject({
      type: 'turn.ended',
      data: { metadata: { outcome } },
    });
  });
});

describe('a client whose daemon is stopped', () => {
  it('notices, fails what is under way, and goes on when it continues', async () => {
    const { child, daemon } = await daemonProcess();
    const client = testClient(daemon.url, { ...soon, heartbeatMs: 100 });
    const session = await client.sessions.create({ agent: 'mock', sessionId: 'one' });
    child.kill('SIGSTOP');
    onTestFinished(() => void child.kill('SIGCONT'));
    const calls = [session.info(), session.state()].map((call) => call.catch((error: unknown) => error));
    expect(await reaches(client, 'offline')).toMatchObject({ reason: `${daemon.url} does not answer` });
    for (const call of calls) expect(await call).toMatchObject({ kind: 'disconnected' });
    const sent = session.send('echo hello');
    child.kill('SIGCONT');
    expect(await sent).toMatchObject({ text: 'hello' });
  });
});

describe('a client with several addresses', () => {
  it('moves on to the next when one cannot be reached, does not answer, or stops', async () => {
    const silent = createServer().on('upgrade', () => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const mute = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const [first, second] = [await testDaemon(), await testDaemon()];
    await second.create('two');
    const urls = [NOWHERE, mute, first.url, `${second.url}/`];
    const client = testClient('', { urls, heartbeatMs: 200 });
    expect(await client.sessions.list()).toEqual([]);
    await first.stop();
    await expect.poll(() => client.sessions.list().catch(() => [])).toMatchObject([{ sessionId: 'two' }]);
    expect(await client.session('two').state()).toMatchObject({ sequence: 1 });
  });

  it('is offline only when all have failed', async () => {
    const client = testClient('', { urls: [NOWHERE, 'http://127.0.0.1:2'] });
    const { reason } = await reaches(client, 'offline');
    expect(reason).toContain('ECONNREFUSED 127.0.0.1:2');
    expect(() => testClient('', { urls: [] })).toThrow('no address');
  });
});

describe('a client whose token is refused', () => {
  it('fails everything with the reason, also when it is refused later', async () => {
    const before = await testDaemon({ token: 's3cret' });
    const { port } = before.daemon;
    await before.create('one');
    const client = testClient(before.url, { ...soon, token: 's3cret' });
    const session = client.session('one');
    const events = collect(session.events());
    const failure = expect(events).rejects.toMatchObject({ kind: 'token_invalid', status: 401 });
    await session.send('echo hello');
    await before.stop();
    await testDaemon({ token: 'another', port });
    await reaches(client, 'refused');
    await failure;
    for (const call of [session.info(), session.send('hello'), client.online(), collect(session.events())]) {
      await expect(call).rejects.toMatchObject({ kind: 'token_invalid' });
    }
    await expect(session.state()).rejects.toMatchObject({ kind: 'token_invalid' });
  });
});
