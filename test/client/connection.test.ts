import { describe, expect, it } from 'vitest';
import { backoff } from '../../src/client/backoff.js';
import { GreenroomError } from '../../src/client/index.js';
import { testDaemon } from '../support/daemon.js';
import { HandTimers, reaches, testClient } from './support.js';

const NOWHERE = 'http://127.0.0.1:1';

describe('a client', () => {
  it('connects with the token as a subprotocol, as browsers must', async () => {
    const { url } = await testDaemon({ token: 's3cret' });
    const client = testClient(url, { token: 's3cret' });
    await reaches(client, 'online');
    expect(await client.sessions.list()).toEqual([]);
  });

  it.each([['wrong'], [null]])('is refused with the token %s and does not retry', async (token) => {
    const { url } = await testDaemon({ token: 's3cret' });
    const timers = new HandTimers();
    const client = testClient(url, { token, timers });
    const { problem } = await reaches(client, 'refused');
    expect(problem).toMatchObject({ type: 'urn:greenroom:error:token_invalid', status: 401 });
    expect(timers.waiting.size).toBe(0);
    await expect(client.sessions.list()).rejects.toMatchObject({ kind: 'token_invalid' });
  });

  it('is refused if its token is not a valid header value', async () => {
    const { url } = await testDaemon({ token: 's3cret' });
    const client = testClient(url, { token: 'two words' });
    expect((await reaches(client, 'refused')).problem.detail).toContain('cannot be sent');
  });

  it('sends calls made before the connection was open', async () => {
    const { url } = await testDaemon();
    const client = testClient(url);
    expect(client.state.status).toBe('connecting');
    await expect(client.sessions.create({ agent: 'mock', sessionId: 'one' })).resolves.toMatchObject({
      id: 'one',
      created: { healthy: true },
    });
  });

  it('rejects a refused call with its problem', async () => {
    const { url } = await testDaemon();
    const client = testClient(url);
    const refusal = client.session('nobody').send('hello').accepted;
    await expect(refusal).rejects.toBeInstanceOf(GreenroomError);
    await expect(refusal).rejects.toMatchObject({
      kind: 'session_not_found',
      problem: { status: 404, sessionId: 'nobody' },
    });
    await expect(client.session('..//').send('hello').accepted).rejects.toMatchObject({ kind: 'protocol' });
  });

  it('rejects calls whose connection was lost', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = testClient(daemon.url);
    await reaches(client, 'online');
    client.close();
    await expect(client.sessions.list()).rejects.toMatchObject({ kind: 'disconnected' });
    expect(client.state.status).toBe('closed');
  });

  it('is offline if the daemon is unreachable, and retries after a delay or on request', async () => {
    const timers = new HandTimers();
    const client = testClient(NOWHERE, { timers, random: () => 1 });
    const call = client.sessions.list();
    await expect(call).rejects.toMatchObject({ kind: 'disconnected' });
    expect(await reaches(client, 'offline')).toMatchObject({ retryInMs: 250 });
    expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([250]);
    timers.fire();
    expect(client.state.status).toBe('connecting');
    expect(await reaches(client, 'offline')).toMatchObject({ retryInMs: 500 });
    client.retry();
    expect(client.state.status).toBe('connecting');
    // Only the deadline of that attempt.
    expect([...timers.waiting.values()].map(({ ms }) => ms)).toEqual([10_000]);
  });

  it('uses HTTP for operations without a WebSocket method', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    await daemon.create('one');
    const client = testClient(daemon.url, { token: 's3cret' });
    expect((await client.agents.list()).map(({ id }) => id)).toContain('mock');
    expect((await client.agents.modes('mock')).map(({ id }) => id)).toEqual(['build', 'plan']);
    expect((await client.agents.models('mock')).defaultModel).toBe('mock-1');
    expect(await client.session('one').state({ at: 1 })).toMatchObject({ sequence: 1 });
    expect((await client.machines.list()).map(({ id }) => id)).toContain('session');
    expect(await client.session('one').diagram({ at: 1 })).toContain('<svg');
    expect(await client.session('one').eventsPage({ includeRaw: true })).toMatchObject({
      events: [{ sequence: 1 }],
    });
    await client.session('one').delete();
    await expect(client.session('one').info()).rejects.toMatchObject({ kind: 'session_not_found' });
  });
});

describe('the reconnect delay', () => {
  it('doubles up to a limit, with jitter', () => {
    expect([0, 1, 2, 3, 20].map((attempt) => backoff(attempt, () => 1))).toEqual([
      250, 500, 1000, 2000, 15_000,
    ]);
    expect(backoff(3, () => 0)).toBe(1000);
  });
});
