import { describe, expect, test } from 'vitest';
import { DeadlineError } from '../../../src/agents/kit/pending-calls.js';
import { HttpError } from '../../../src/agents/opencode/http.js';
import { listModels, listModes } from '../../../src/agents/opencode/models.js';
import { json } from './fake-process.js';
import { FakeServer, session } from './fake-server.js';
import { events, info } from './server-events.js';

/** Two sessions on one server. */
async function two() {
  const fake = new FakeServer();
  const a = await fake.begin('a');
  const b = await fake.begin('b');
  a.received.length = 0;
  b.received.length = 0;
  return { fake, process: fake.process, a, b };
}

describe('a start', () => {
  test('uses loopback, a free port and a password that only the process knows', async () => {
    const fake = new FakeServer();
    await fake.server.call('GET', '/config');
    const { spawned, calls, base } = fake.process;
    expect(spawned.args).toEqual(['serve', '--hostname', '127.0.0.1', '--port', '0']);
    const password = spawned.secrets?.OPENCODE_SERVER_PASSWORD ?? '';
    expect(password).toMatch(/^[\w-]{32}$/);
    const basic = `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}`;
    expect(new Set(calls.map(({ authorization }) => authorization))).toEqual(new Set([basic]));
    expect(calls.map(({ what }) => what)).toEqual(['GET /global/health', 'GET /global/event', 'GET /config']);
    expect(fake.server.status).toMatchObject({ status: 'running', restartCount: 0, baseUrl: base });
    expect(JSON.stringify(fake.server.status)).not.toContain(password);
  });

  test('repeats a health check that is never answered', async () => {
    const fake = new FakeServer({ requestMs: 50 });
    let asked = 0;
    fake.answers.set('GET /global/health', (_call, res) => {
      if (++asked > 1) json(res, 200, { healthy: true });
    });
    expect(await fake.server.call('GET', '/config')).toEqual({});
    expect(asked).toBe(2);
  });

  test('that times out ends the process', async () => {
    const fake = new FakeServer({ startMs: 5 });
    fake.answers.delete('listening');
    await expect(fake.server.call('GET', '/config')).rejects.toThrow(DeadlineError);
    expect(await fake.process.exited).toMatchObject({ code: 0 });
    expect(fake.server.status.status).toBe('error');
  });

  test('that fails gives the reason, and can be tried again', async () => {
    const fake = new FakeServer();
    fake.answers.delete('listening');
    const { connection, exits } = session(fake.server);
    const ready = connection.start();
    (await fake.spawned()).exit(1, 'Unrecognized key: "permision"');
    await expect(ready).rejects.toThrow('opencode serve exited: exit code 1: Unrecognized key: "permision"');
    expect(exits).toMatchObject([{ code: 1 }]);
    fake.answers.set('listening', {});
    expect(await fake.server.call('GET', '/config')).toEqual({});
    expect(fake.server.status).toMatchObject({ status: 'running', restartCount: 1 });
  });

  test('without a program fails the session', async () => {
    const fake = new FakeServer({ program: () => Promise.reject(new Error('opencode is not installed')) });
    const { connection, exits } = session(fake.server);
    await expect(connection.start()).rejects.toThrow('opencode is not installed');
    expect(exits).toMatchObject([{ code: null, failure: 'opencode is not installed' }]);
  });
});

describe('an answer', () => {
  test('with an HTML page is an error: unknown paths are answered so', async () => {
    const fake = new FakeServer();
    await expect(fake.server.call('GET', '/nothing')).rejects.toThrow(
      'GET /nothing gave no JSON but text/html',
    );
  });

  test("with an error has the server's reason", async () => {
    const fake = new FakeServer();
    const data = { message: 'Session not found: x' };
    fake.answers.set('GET /session/x', (_call, res) => json(res, 404, { name: 'NotFoundError', data }));
    const refused = fake.server.call('GET', '/session/x');
    await expect(refused).rejects.toThrow(HttpError);
    await expect(refused).rejects.toMatchObject({ status: 404, kind: 'NotFoundError', ...data });
  });

  test('that comes too late is an error', async () => {
    const fake = new FakeServer();
    fake.answers.set('GET /slow', () => {});
    await expect(fake.server.call('GET', '/slow', { ms: 5 })).rejects.toThrow(
      'GET /slow was not answered within 5 ms',
    );
  });
});

describe('events', () => {
  test('of two sessions are kept apart', async () => {
    const { fake, process, a, b } = await two();
    process.say(events.delta('a', 'one'), events.delta('b', 'two'), events.status('b', 'busy'));
    await b.next('session.status');
    expect(a.received).toEqual([events.delta('a', 'one')]);
    expect(b.received).toEqual([events.delta('b', 'two'), events.status('b', 'busy')]);
    expect(fake.processes).toHaveLength(1);
  });

  test('without a session, and copies, are ignored', async () => {
    const { process, a, b } = await two();
    process.say(
      { type: 'plugin.added', properties: { id: 'x' } },
      { type: 'sync', properties: { sessionID: 'a' }, syncEvent: { type: 'session.created.1' } },
      { type: 'session.error', properties: {} },
      events.delta('nobody', 'x'),
      events.status('a', 'busy'),
    );
    await a.next('session.status');
    expect([a.received, b.received]).toEqual([[events.status('a', 'busy')], []]);
  });

  test('of sub-agents go to the session that started them', async () => {
    const { process, a, b } = await two();
    process.say(events.task('a', 'child'), events.child('child', 'a'));
    process.say(events.task('child', 'grandchild'), events.child('grandchild', 'child'));
    process.say(events.delta('grandchild', 'deep'), events.child('other', 'stranger'));
    await a.next('message.part.delta');
    process.say(events.status('b', 'busy'));
    await b.next('session.status');
    expect(a.received.map(({ properties }) => properties.sessionID)).toEqual([
      'a',
      'child',
      'child',
      'grandchild',
      'grandchild',
    ]);
    expect(b.received).toHaveLength(1);
  });

  test('of an earlier sub-agent go to the session that calls it again, unless it belongs to another', async () => {
    const { process, a, b } = await two();
    process.say(events.task('a', 'earlier'), events.delta('earlier', 'again'));
    await a.next('message.part.delta');
    process.say(events.task('b', 'earlier'), events.delta('earlier', 'still'), events.task('b', 'a'));
    process.say(events.delta('a', 'end'), events.delta('b', 'end'));
    await Promise.all([a.next('message.part.delta'), b.next('message.part.delta')]);
    expect(a.received.map(({ properties }) => properties.sessionID)).toEqual([
      'a',
      'earlier',
      'earlier',
      'a',
    ]);
    expect(b.received.map(({ properties }) => properties.sessionID)).toEqual(['b', 'b', 'b']);
  });

  test('with another order of keys are understood', async () => {
    const { process, a } = await two();
    const { id, type, properties } = events.delta('a', 'one');
    process.say({ type, properties, id });
    expect(await a.next(type)).toEqual({ id, type, properties });
  });

  test('are subscribed to again after a disconnect or silence', async () => {
    const fake = new FakeServer({ silenceMs: 200 });
    const a = await fake.begin('a');
    const process = fake.process;
    await process.next('GET /global/event');
    process.cut();
    await process.next('GET /global/event');
    await process.next('GET /global/event');
    process.say(events.status('a', 'busy'));
    await a.next('session.status');
  });
});

describe('an exit of the process', () => {
  test('is reported to every session once, and the next use starts another process', async () => {
    const { fake, process, a, b } = await two();
    process.exit(null, 'panic', 'SIGSEGV');
    await process.exited;
    await expect(fake.server.callRunning('GET', '/config')).rejects.toThrow('does not run');
    expect([...a.exits, ...b.exits].map(({ signal }) => signal)).toEqual(['SIGSEGV', 'SIGSEGV']);
    expect(fake.server.status).toMatchObject({
      status: 'error',
      lastError: 'opencode serve exited: signal SIGSEGV: panic',
    });
    fake.answers.set('GET /session/a', info('a'));
    const again = session(fake.server, { resume: 'a' });
    expect(await again.connection.start()).toMatchObject({ nativeSessionId: 'a' });
    expect(fake.server.status).toMatchObject({ status: 'running', restartCount: 1 });
    await a.connection.stop();
    expect([a.exits, b.exits].map((exits) => exits.length)).toEqual([1, 1]);
  });

  test('on stop comes after the server has disposed of its tools', async () => {
    const { fake, process, a } = await two();
    await fake.server.stop();
    expect(process.calls.slice(-2).map(({ what }) => what)).toEqual([
      'POST /global/dispose',
      'end of the process',
    ]);
    expect(a.exits).toMatchObject([{ code: 0 }]);
    expect(fake.server.status).toMatchObject({ status: 'stopped', lastError: null, uptimeMs: null });
    await expect(fake.server.call('GET', '/config')).rejects.toThrow('was stopped');
  });
});

test("lists the models of the user's providers, without their keys", async () => {
  const fake = new FakeServer();
  fake.answers.set('GET /config/providers', {
    providers: [
      {
        id: 'router',
        options: { apiKey: 'sk-secret' },
        models: { 'maker/big': { name: 'Big', variants: { low: {}, high: {} } }, small: {} },
      },
    ],
    default: { router: 'small' },
  });
  const listed = await listModels(fake.server);
  expect(listed).toEqual({
    models: [
      { id: 'router/maker/big', name: 'Big', variants: ['low', 'high'], defaultVariant: null },
      { id: 'router/small', name: null, variants: [], defaultVariant: null },
    ],
    defaultModel: 'router/small',
  });
  fake.answers.set('GET /config', { model: 'router/maker/big' });
  expect(await listModels(fake.server)).toMatchObject({ defaultModel: 'router/maker/big' });
});

test('lists the primary agents as modes, the default first', async () => {
  const fake = new FakeServer();
  fake.answers.set('GET /agent', [
    { name: 'title', mode: 'primary', hidden: true },
    { name: 'explore', mode: 'subagent' },
    { name: 'review', mode: 'all', description: 'Reads' },
    { name: 'build', mode: 'primary' },
  ]);
  expect((await listModes(fake.server)).map(({ id }) => id)).toEqual(['build', 'review']);
  fake.answers.set('GET /config', { default_agent: 'review' });
  expect(await listModes(fake.server)).toEqual([
    { id: 'review', name: 'Review', description: 'Reads' },
    { id: 'build', name: 'Build', description: '' },
  ]);
});
