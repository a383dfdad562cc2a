import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../support/temp-folder.js';
import { json } from './fake-process.js';
import { answering, begun, FakeServer, prompt, session, VERSION } from './fake-server.js';
import { events, info } from './server-events.js';

const { status, assistant } = events;

describe('a conversation', () => {
  test("is created in its folder with the user's rules, and reported before anything else", async () => {
    const permission = { '*': 'allow', bash: { 'rm *': 'deny' }, 'demo_*': 'allow', 'bash*': 'ask' };
    const { process, received } = await begun({}, {}, { 'GET /config': { permission } });
    const { directory, body } = await process.next('POST /session');
    expect(directory).toBe('/workspace/demo');
    expect(body.permission).toEqual([
      { permission: 'bash', pattern: 'rm *', action: 'deny' },
      { permission: 'demo_*', pattern: '*', action: 'allow' },
    ]);
    expect(received).toEqual([{ type: 'sessionOpened', info: info('s'), version: VERSION, resumed: false }]);
  });

  test('is resumed, with the rules added since', async () => {
    const fake = new FakeServer();
    fake.answers.set('GET /session/old', info('old'));
    const first = session(fake.server, { resume: 'old' });
    expect(await first.connection.start()).toMatchObject({ nativeSessionId: 'old' });
    expect(first.received[0]).toMatchObject({ type: 'sessionOpened', info: info('old'), resumed: true });
    expect(fake.process.calls.map(({ what }) => what)).not.toContain('PATCH /session/old');

    const rule = { permission: 'bash', pattern: 'rm *', action: 'deny' };
    fake.answers.set('GET /config', { permission: { bash: { 'rm *': 'deny' } } });
    fake.answers.set('PATCH /session/old', info('old', { permission: [rule] }));
    await session(fake.server, { resume: 'old' }).connection.start();
    expect((await fake.process.next('PATCH /session/old')).body).toEqual({ permission: [rule] });

    fake.answers.set('GET /session/old', info('old', { permission: [rule] }));
    await session(fake.server, { resume: 'old' }).connection.start();
    expect(fake.process.calls.map(({ what }) => what)).not.toContain('PATCH /session/old');
  });

  test('is forked without repeating the copied messages', async () => {
    const fake = new FakeServer();
    fake.answers.set('POST /session/old/fork', info('new'));
    fake.answers.set('GET /session/new/message', [{ info: { id: 'msg_2' }, parts: [] }]);
    const { connection, received, next } = session(fake.server, { resume: 'old', fork: true });
    expect(await connection.start()).toMatchObject({ nativeSessionId: 'new' });
    expect(received[0]).toMatchObject({ type: 'sessionOpened', info: info('new'), resumed: true });
    const part = { id: 'prt_1', messageID: 'msg_2', sessionID: 'new', type: 'text', text: 'old' };
    fake.process.say(assistant('new', 1));
    fake.process.say({ type: 'message.part.updated', properties: { sessionID: 'new', part } });
    fake.process.say(status('new', 'busy'));
    await next('session.status');
    expect(received).toHaveLength(2);
  });

  test("that does not exist fails with the server's message", async () => {
    const fake = new FakeServer();
    const data = { message: 'Session not found: old' };
    fake.answers.set('GET /session/old', (_call, res) => json(res, 404, { name: 'NotFoundError', data }));
    const { connection, exits } = session(fake.server, { resume: 'old' });
    await expect(connection.start()).rejects.toThrow('Session not found: old');
    await connection.stop();
    expect(exits).toMatchObject([{ failure: 'Session not found: old' }]);
  });
});

describe('a message', () => {
  test('carries the current agent, model and variant', async () => {
    const { connection, process, received } = await begun({
      model: 'router/maker/big',
      variant: 'high',
      agentMode: 'review',
    });
    await connection.prompt(prompt('hello'));
    const { body, directory } = await process.next('POST /session/s/prompt_async');
    expect(directory).toBe('/workspace/demo');
    expect(body).toEqual({
      messageID: expect.stringMatching(/^msg_[0-9a-f]{12}[0-9A-Za-z]{14}$/),
      agent: 'review',
      model: { providerID: 'router', modelID: 'maker/big' },
      variant: 'high',
      parts: [{ type: 'text', text: 'hello' }],
    });
    expect(received.at(-1)).toEqual({
      type: 'prompted',
      turnId: 'turn_1',
      messageId: body.messageID,
      clientMessageId: 'message of hello',
    });
    const settings = { model: 'router/small', variant: null, agentMode: 'review' };
    expect(await connection.configure({ ...settings, permissionMode: 'plan' })).toBe('taken');
    await connection.prompt(prompt('again'));
    const later = (await process.next('POST /session/s/prompt_async')).body;
    expect(later).toMatchObject({ agent: 'plan', model: { providerID: 'router', modelID: 'small' } });
    expect(later).not.toHaveProperty('variant');
    expect(later.messageID > body.messageID, 'ids are ascending').toBe(true);
  });

  test('of /compact starts a compaction instead of a prompt', async () => {
    const answers = {
      'POST /session/s/summarize': (_call: unknown, res: ServerResponse) => json(res, 200, true),
    };
    const { connection, process, received, next } = await begun({}, {}, answers);
    const model = { providerID: 'maker', modelID: 'big' };
    const message = { id: 'msg_1', sessionID: 's', role: 'user', time: { created: 1 }, model };
    process.say({ type: 'message.updated', properties: { sessionID: 's', info: message } });
    await next('message.updated');
    await connection.prompt(prompt(' /compact '));
    expect((await process.next('POST /session/s/summarize')).body).toEqual(model);
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /session/s/prompt_async');
    expect(received.find(({ type }) => type === 'prompted')).toMatchObject({ messageId: null });
  });

  test('attaches readable files, and only names others', async () => {
    const directory = await tempFolder();
    await writeFile(join(directory, 'dot.png'), '');
    await writeFile(join(directory, 'notes.json'), '');
    const { connection, process } = await begun({ directory });
    await connection.prompt(
      prompt('look', [
        { path: 'dot.png', mime: 'image/png' },
        { path: join(directory, 'notes.json'), mime: 'application/json', filename: 'notes' },
        { path: '.' },
        { path: 'gone.txt' },
      ]),
    );
    const { body } = await process.next('POST /session/s/prompt_async');
    const url = (name: string) => pathToFileURL(join(directory, name)).href;
    expect(body.parts.slice(1)).toEqual([
      { type: 'file', mime: 'image/png', filename: 'dot.png', url: url('dot.png') },
      { type: 'file', mime: 'text/plain', filename: 'notes', url: url('notes.json') },
      expect.objectContaining({ type: 'file', mime: 'application/x-directory' }),
      { type: 'text', text: expect.stringContaining(join(directory, 'gone.txt')) },
    ]);
  });

  test('that is refused is reported, as no event will end its turn', async () => {
    const { connection, fake, received } = await begun();
    const data = { message: 'Missing key' };
    fake.answers.set('POST /session/s/prompt_async', (_call, res) =>
      json(res, 400, { name: 'BadRequest', data }),
    );
    await connection.prompt(prompt('hello'));
    expect(received.at(-1)).toEqual({
      type: 'promptRefused',
      turnId: 'turn_1',
      message: 'Missing key',
      status: 400,
      name: 'BadRequest',
    });
    await connection.interrupt();
    expect(fake.process.calls.map(({ what }) => what)).not.toContain('POST /session/s/abort');
  });

  test('that is refused during a turn does not end the turn', async () => {
    const { connection, fake, received } = await answering();
    fake.answers.set('POST /session/s/prompt_async', (_call, res) => json(res, 500, {}));
    await expect(connection.steer(prompt('left'))).rejects.toThrow('refused with 500');
    expect(received.map(({ type }) => type)).not.toContain('promptRefused');
  });

  test('steered into a turn that has just ended begins another turn', async () => {
    const { connection, process, received, next } = await answering();
    await connection.steer(prompt('left'));
    expect(received.at(-1)).toMatchObject({ type: 'prompted', turnId: 'turn_1' });
    process.say(assistant('s', 3), status('s', 'idle'));
    await next('session.status');
    await next('session.status');
    await connection.steer(prompt('right'));
    for (const text of ['go', 'left', 'right'])
      expect((await process.next('POST /session/s/prompt_async')).body.parts).toEqual([
        { type: 'text', text },
      ]);
    expect(received.at(-1)).toEqual(status('s', 'idle'));
  });

  test('lost in a crash of the server is not reported as refused', async () => {
    const { connection, fake, process, received, exits } = await begun();
    fake.answers.set('POST /session/s/prompt_async', () => process.exit(null, '', 'SIGKILL'));
    await connection.prompt(prompt('hello'));
    expect(exits).toMatchObject([{ signal: 'SIGKILL' }]);
    expect(received.at(-1)?.type).toBe('prompted');
  });
});

describe('a turn', () => {
  test('is aborted only once the model is answering', async () => {
    const { connection, process, next } = await begun();
    await connection.prompt(prompt('go'));
    const interrupted = connection.interrupt();
    process.say(status('s', 'busy'));
    await next('session.status');
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /session/s/abort');
    process.say(assistant('s'));
    await interrupted;
    expect((await process.next('POST /session/s/abort')).directory).toBe('/workspace/demo');
  });

  test('delays the next message while it is being aborted', async () => {
    const { connection, process, fake, next } = await answering();
    await process.next('POST /session/s/prompt_async');
    let answer = () => {};
    fake.answers.set('POST /session/s/abort', (_call, res) => {
      answer = () => json(res, 200, true);
    });
    const interrupted = connection.interrupt();
    await process.next('POST /session/s/abort');
    process.say(assistant('s', 3), status('s', 'idle'), events.delta('s', 'late'));
    await next('message.part.delta');
    const sent = connection.prompt(prompt('next'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /session/s/prompt_async');
    answer();
    await Promise.all([interrupted, sent]);
    await process.next('POST /session/s/prompt_async');
  });

  test('that is over is not aborted', async () => {
    const { connection, process, next } = await answering();
    process.say(assistant('s', 3), status('s', 'idle'));
    await next('session.status');
    await next('session.status');
    await connection.interrupt();
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /session/s/abort');
  });

  test('is over if nothing follows an early idle', async () => {
    const { process, next, received } = await answering({}, { restMs: 5 });
    process.say(status('s', 'idle'));
    await next('wentSilent');
    expect(received.at(-2)).toEqual(status('s', 'idle'));
  });

  test('ends once if the server completes its message in time', async () => {
    const { connection, process, next, received } = await answering({}, { restMs: 50 });
    process.say(status('s', 'idle'), assistant('s', 3), status('s', 'idle'));
    process.say(status('s', 'busy'), assistant('s', 4));
    await next('message.updated');
    await next('message.updated');
    const stopped = connection.stop();
    process.say(status('s', 'idle'));
    await stopped;
    expect(received.map(({ type }) => type)).not.toContain('wentSilent');
  });

  test('is aborted after too many retries, also of a sub-agent', async () => {
    const { process, next, received } = await answering({}, { attempts: 3 });
    process.say(events.task('s', 'child'));
    for (const attempt of [1, 2, 3, 4])
      process.say(status('child', 'retry', { attempt, message: 'no', next: 9 }));
    expect(await next('gaveUp')).toEqual({ type: 'gaveUp', attempt: 3, message: 'no' });
    await process.next('POST /session/s/abort');
    process.say({
      type: 'session.error',
      properties: { sessionID: 's', error: { name: 'APIError', data: {} } },
    });
    process.say(events.delta('s', 'late'));
    await next('message.part.delta');
    const types = received.map(({ type }) => type);
    expect(types.filter((type) => type === 'gaveUp')).toHaveLength(1);
    expect(types, 'the failure is reported once').not.toContain('session.error');
  });
});

describe('a sub-agent', () => {
  const replies = { 'POST /permission/p1/reply': { ok: true }, 'POST /permission/p2/reply': { ok: true } };
  const aborts = (calls: { what: string }[]) => calls.filter(({ what }) => what.endsWith('/abort'));

  test('is stopped by itself, and its requests with those of the sub-agents below', async () => {
    const { connection, fake, process, next } = await answering({}, {}, replies);
    fake.answers.set('POST /session/child/abort', { ok: true });
    process.say(events.task('s', 'child'), events.task('child', 'below'));
    process.say(events.asked('s', 'p1'), events.asked('below', 'p2'));
    await next('permission.asked');
    await next('permission.asked');
    await connection.interruptThread('child');
    expect(aborts(process.calls).map(({ what }) => what)).toEqual(['POST /session/child/abort']);
    expect((await process.next('POST /permission/p2/reply')).body).toEqual({ reply: 'reject' });
    await connection.replyPermission('p1', 'once', null);
    expect((await process.next('POST /permission/p1/reply')).body).toEqual({ reply: 'once' });
  });

  test('that is at work makes the server take two requests for an abort', async () => {
    const { connection, process, next } = await answering();
    process.say(events.task('s', 'child'), status('child', 'busy'), events.delta('child', 'Hi'));
    await next('message.part.delta');
    await connection.interrupt();
    expect(aborts(process.calls)).toHaveLength(2);
    process.say(status('child', 'idle'), events.delta('child', 'late'));
    await next('message.part.delta');
    await connection.interrupt();
    expect(aborts(process.calls)).toHaveLength(3);
  });

  test('in the background keeps its requests after the turn, and is aborted by a stop', async () => {
    const { connection, fake, process, next } = await answering({}, {}, replies);
    fake.answers.set('POST /session/child/abort', { ok: true });
    process.say(events.task('s', 'child', { background: true }), status('child', 'busy'));
    process.say(events.asked('s', 'p1'), events.asked('child', 'p2'));
    process.say(assistant('s', 3), status('s', 'idle'));
    expect((await process.next('POST /permission/p1/reply')).body).toEqual({ reply: 'reject' });
    await next('permission.asked');
    await connection.replyPermission('p2', 'once', null);
    expect((await process.next('POST /permission/p2/reply')).body).toEqual({ reply: 'once' });
    await connection.stop();
    expect(aborts(process.calls).map(({ what }) => what)).toEqual(['POST /session/child/abort']);
  });
});

describe('a stop', () => {
  test('aborts the turn, waits for its end, and reports nothing more', async () => {
    const { connection, process, exits, received } = await answering();
    const before = received.length;
    const stopped = connection.stop();
    await process.next('POST /session/s/abort');
    expect(exits).toEqual([]);
    process.say(assistant('s', 3), status('s', 'idle'));
    await stopped;
    expect(exits).toEqual([{ code: 0, signal: null, stderr: expect.anything() }]);
    expect(received).toHaveLength(before);
    await connection.stop();
    expect(exits).toHaveLength(1);
  });

  test('gives up waiting after a while', async () => {
    const { connection, exits } = await answering({}, { stopMs: 5 });
    await connection.stop();
    expect(exits).toHaveLength(1);
  });

  test('does not start a server', async () => {
    const { connection, process, fake, exits } = await answering();
    process.exit(1);
    await process.exited;
    await connection.stop();
    expect(fake.processes).toHaveLength(1);
    expect(exits).toMatchObject([{ code: 1 }]);
  });

  test('does not start a server to reject the requests of one that crashed', async () => {
    const { connection, process, fake, next } = await answering();
    process.say(events.asked('s', 'p1'));
    await next('permission.asked');
    process.exit(1);
    await process.exited;
    await connection.stop();
    expect(fake.processes).toHaveLength(1);
  });

  test('releases the server before it reports the exit', async () => {
    const order: string[] = [];
    const { connection } = await begun(
      { onExit: () => order.push('reported') },
      { release: async () => void order.push('released') },
    );
    await connection.stop();
    expect([...new Set(order)]).toEqual(['released', 'reported']);
  });
});
