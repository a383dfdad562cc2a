import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { RawSocket } from '../support/raw-socket.js';

async function socketOf() {
  const daemon = await testDaemon();
  return { daemon, socket: await RawSocket.open(daemon.url) };
}

describe('JSON-RPC', () => {
  it.each(['', '{', 'hello', '{"jsonrpc":"2.0","id":1,"method":"session/list"'])(
    'refuses invalid JSON with -32700: %j',
    async (text) => {
      const { socket } = await socketOf();
      socket.send(text);
      expect(await socket.next()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
    },
  );

  it.each([
    ['no version', { id: 1, method: 'session/list' }, 1],
    ['an older version', { jsonrpc: '1.0', id: 'a', method: 'session/list' }, 'a'],
    ['no method', { jsonrpc: '2.0', id: 2 }, 2],
    ['a method that is no text', { jsonrpc: '2.0', id: 3, method: 7 }, 3],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'session/list' }, null],
    ['an id that is true', { jsonrpc: '2.0', id: true, method: 'session/list' }, null],
    ['a text', 'session/list', null],
    ['a number', 7, null],
    ['null', null, null],
  ])('refuses an invalid call with -32600: %s', async (_, message, id) => {
    const { socket } = await socketOf();
    socket.send(JSON.stringify(message));
    expect(await socket.next()).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32600 } });
  });

  it('refuses batches with an explanation', async () => {
    const { socket } = await socketOf();
    socket.send([{ jsonrpc: '2.0', id: 1, method: 'session/list' }]);
    const { id, error } = await socket.next();
    expect(id).toBeNull();
    expect(error).toMatchObject({ code: -32600, message: expect.stringContaining('batch') });
  });

  it('refuses binary frames with an explanation', async () => {
    const { socket } = await socketOf();
    socket.socket.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"session/list"}'));
    expect((await socket.next()).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('text'),
    });
  });

  it.each(['session/fly', '', 'toString', 'constructor', '__proto__', 'event'])(
    'refuses an unknown method with -32601: %j',
    async (method) => {
      const { socket } = await socketOf();
      socket.call(1, method);
      expect(await socket.next()).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );

  it.each([
    ['session/get', undefined, 'params'],
    ['session/get', {}, 'params.sessionId'],
    ['session/get', { sessionId: 7 }, 'params.sessionId'],
    ['session/get', { sessionId: 'a b' }, 'params.sessionId'],
    ['session/get', ['one'], 'params'],
    ['session/create', {}, 'params.agent'],
    ['session/create', { agent: 'mock', sessionId: '' }, 'params.sessionId'],
    ['session/send', { sessionId: 'one' }, 'params.message'],
    ['session/send', { sessionId: 'one', message: 'x', whenBusy: 'shout' }, 'params.whenBusy'],
    ['session/subscribe', { sessionId: 'one', offset: -1 }, 'params.offset'],
    ['session/subscribe', { sessionId: 'one', offset: '1' }, 'params.offset'],
    ['session/subscribe', { sessionId: 'one', includeRaw: 'yes' }, 'params.includeRaw'],
    ['permission/reply', { sessionId: 'one', permissionId: 'p', reply: 'maybe' }, 'params.reply'],
    ['question/reply', { sessionId: 'one', questionId: 'q', answers: ['x'] }, 'params.answers.0'],
    ['question/reject', { sessionId: 'one' }, 'params.questionId'],
  ])('refuses invalid params with -32602: %s %j', async (method, params, where) => {
    const { daemon, socket } = await socketOf();
    await daemon.create('one');
    socket.call(1, method, params);
    const { id, error } = await socket.next();
    expect([id, error?.code]).toEqual([1, -32602]);
    expect(error!.message).toMatch(new RegExp(`^${where.replaceAll('.', '\\.')}: `));
    expect(error!.data!.errors).toBeInstanceOf(Array);
  });

  it('answers a refused call with -32000 and the problem', async () => {
    const { socket } = await socketOf();
    socket.call(1, 'session/get', { sessionId: 'nobody' });
    const { error } = await socket.next();
    expect(error).toEqual({
      code: -32000,
      message: error!.data!.detail,
      data: {
        type: 'urn:greenroom:error:session_not_found',
        title: 'Session not found',
        status: 404,
        detail: expect.stringContaining('nobody'),
        sessionId: 'nobody',
      },
    });
  });

  it.each([0, 1, -5, 1.5, 'a', '', null, Number.MAX_SAFE_INTEGER])(
    'echoes the id unchanged: %j',
    async (id) => {
      const { socket } = await socketOf();
      socket.call(id, 'session/list');
      expect(await socket.next()).toEqual({ jsonrpc: '2.0', id, result: { sessions: [], nextCursor: null } });
    },
  );

  it('never answers a call without an id', async () => {
    const { daemon, socket } = await socketOf();
    await daemon.create('one');
    for (const [method, params] of [
      ['session/list', undefined],
      ['session/fly', undefined],
      ['session/get', {}],
      ['session/get', { sessionId: 'nobody' }],
      ['session/send', { sessionId: 'one', message: 'echo hi' }],
    ] as const) {
      socket.send({ jsonrpc: '2.0', method, params });
    }
    socket.call('last', 'session/get', { sessionId: 'one' });
    const answer = await socket.next();
    expect(answer.id).toBe('last');
    expect(answer.result).toMatchObject({ status: 'running' });
  });

  it('keeps working after every refusal', async () => {
    const { socket } = await socketOf();
    for (const text of ['{', '[]', '{}', '""']) socket.send(text);
    socket.call('last', 'session/list');
    expect(await socket.answer('last')).toHaveProperty('result');
    expect(socket.frames).toHaveLength(5);
  });

  it('closes with 1009 on a frame over 16 MiB, and accepts one just below', async () => {
    const { socket } = await socketOf();
    const most = 16 * 1024 * 1024;
    socket.send(`"${'x'.repeat(most - 2)}"`);
    expect(await socket.next()).toMatchObject({ error: { code: -32600 } });
    socket.send(`"${'x'.repeat(most - 1)}"`);
    expect(await socket.closed).toBe(1009);
  });
});
