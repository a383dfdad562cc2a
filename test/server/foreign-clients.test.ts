import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { EventSource } from 'eventsource';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { sseEvents } from '../support/sse-text.js';
import { assistantTexts } from '../support/texts.js';
import { turn } from '../support/turns.js';

const TOKEN = 's3cret';
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const wscat = new URL('../../node_modules/.bin/wscat', import.meta.url).pathname;

describe('EventSource', () => {
  it('reads a session, and continues where it was after a disconnect', async () => {
    const daemon = await testDaemon({ token: TOKEN });
    await daemon.create('one');
    await turn(daemon, 'one', 'echo first');
    const asked: (string | null)[] = [];
    const source = new EventSource(`${daemon.url}/v1/sessions/one/events/sse`, {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers as Record<string, string>);
        asked.push(headers.get('last-event-id'));
        headers.set('authorization', `Bearer ${TOKEN}`);
        return fetch(input, { ...init, headers });
      },
    });
    onTestFinished(() => source.close());
    const events: UniversalEvent[] = [];
    const ended = new Promise<void>((resolve) => {
      // EventSource reconnects after the end of a stream, so the reader has to close it at the last event.
      source.onmessage = ({ data }) => {
        events.push(JSON.parse(data) as UniversalEvent);
        if (events.at(-1)!.type === 'session.ended') resolve(source.close());
      };
    });
    await expect.poll(() => events.length).toBeGreaterThan(3);
    await turn(daemon, 'one', 'echo second');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await ended;
    expect(events).toEqual(await daemon.events('one'));
    expect(asked[0]).toBeNull();
  });

  it('resumes with Last-Event-ID after a restart of the daemon, and gets each event once', async () => {
    const first = await testDaemon();
    await first.create('one');
    await turn(first, 'one', 'echo before');
    const source = new EventSource(`${first.url}/v1/sessions/one/events/sse`);
    onTestFinished(() => source.close());
    const events: UniversalEvent[] = [];
    source.onmessage = ({ data }) => events.push(JSON.parse(data) as UniversalEvent);
    await expect.poll(() => events.some(({ type }) => type === 'turn.ended')).toBe(true);
    const { port } = first.daemon;
    await first.stop();
    const second = await testDaemon({ dataFolder: first.dataFolder, port });
    await turn(second, 'one', 'echo after');
    await second.call('POST', '/v1/sessions/one/terminate');
    await expect.poll(() => events.at(-1)?.type, { timeout: 20_000 }).toBe('session.ended');
    source.close();
    expect(events).toEqual(await second.events('one'));
    expect(assistantTexts(events)).toEqual(['before', 'after']);
  });
});

describe.skipIf(!hasCurl)(`curl${hasCurl ? '' : ' (skipped: it is not on this machine)'}`, () => {
  it('posts JSON without a content type, and reads the stream', async () => {
    const daemon = await testDaemon({ token: TOKEN });
    const curl = (...args: string[]) =>
      execa('curl', ['--silent', '--show-error', '-H', `Authorization: Bearer ${TOKEN}`, ...args]);
    const session = `${daemon.url}/v1/sessions/one`;
    const { stdout: created } = await curl('-d', '{"agent":"mock"}', session);
    expect(JSON.parse(created)).toMatchObject({ sessionId: 'one', healthy: true });

    const stream = curl('-N', `${session}/events/sse`);
    const message = '{"message":"echo from curl"}';
    const { stdout: turnText } = await curl('-N', '-d', message, `${session}/messages/stream`);
    expect(assistantTexts(sseEvents(`${turnText}\n\n`))).toEqual(['from curl']);
    const { stdout: code } = await curl('-X', 'POST', '-w', '%{http_code}', `${session}/terminate`);
    expect(code).toBe('204');
    const { stdout: whole } = await stream;
    expect(sseEvents(`${whole}\n\n`)).toEqual(await daemon.events('one'));
  });

  it('receives the problem', async () => {
    const daemon = await testDaemon({ token: TOKEN });
    const write = ['-s', '-w', '\n%{http_code} %{content_type}'];
    const { stdout } = await execa('curl', [...write, '-d', '{}', `${daemon.url}/v1/sessions/one`]);
    const [body, line] = stdout.split('\n');
    expect(line).toMatch(/^401 application\/problem\+json/);
    expect(JSON.parse(body!)).toMatchObject({ type: 'urn:greenroom:error:token_invalid' });
  });
});

describe('wscat', () => {
  it('calls and reads, one message per line', async () => {
    const daemon = await testDaemon({ token: TOKEN });
    await daemon.create('one');
    const url = `${daemon.url.replace('http', 'ws')}/v1/ws`;
    const call = (id: number, method: string, params: object) => [
      '-x',
      JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    ];
    // Input typed before the connection is open would be lost, so the lines are passed as arguments.
    const calls = [
      ...call(1, 'session/subscribe', { sessionId: 'one', offset: 0 }),
      ...call(2, 'session/send', { sessionId: 'one', message: 'echo from wscat' }),
    ];
    const args = ['-c', url, '-H', `Authorization: Bearer ${TOKEN}`, '-w', '-1', ...calls];
    const child = execa(wscat, args, { reject: false });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await child;
    });
    const answers: Record<string, unknown>[] = [];
    const events: UniversalEvent[] = [];
    await new Promise<void>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const message = JSON.parse(line) as Record<string, unknown>;
        if ('id' in message) answers.push(message);
        if (message.method === 'event') events.push(message.params as UniversalEvent);
        if (events.at(-1)?.type === 'turn.ended') resolve();
      });
    });
    expect(events).toEqual(await daemon.events('one'));
    expect(assistantTexts(events)).toEqual(['from wscat']);
    expect(answers).toMatchObject([{ id: 1 }, { id: 2, result: { disposition: 'started' } }]);
  });

  it('can pass the token as a subprotocol, and is refused without one', async () => {
    const daemon = await testDaemon({ token: TOKEN });
    const url = `${daemon.url.replace('http', 'ws')}/v1/ws`;
    const call = '{"jsonrpc":"2.0","id":1,"method":"session/list"}';
    const run = (...args: string[]) =>
      execa(wscat, ['-c', url, '-x', call, '-w', '1', ...args], { reject: false });
    const [inside, outside] = await Promise.all([
      run('-s', 'greenroom.v1', '-s', `bearer.${TOKEN}`),
      run('-s', 'greenroom.v1'),
    ]);
    expect(inside.stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{"sessions":[],"nextCursor":null}}');
    expect(outside.stderr).toContain('401');
  });
});
