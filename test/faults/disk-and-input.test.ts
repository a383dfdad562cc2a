import { describe, expect, it } from 'vitest';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { exchange, soundEvents } from './lives.js';
import { post, RudeClient, sendBytes } from './misbehave.js';
import { guardedSession } from './processes.js';
import { allTexts, difference, overSse, overWebSocket } from './readers.js';

const PROBLEM_TYPE = 'application/problem+json';

/** A session that works while clients misbehave, and the checks that it was not affected. */
async function witness(daemon: TestDaemon) {
  const sessionId = guardedSession('witness');
  const { url } = daemon;
  await daemon.create(sessionId);
  const reader = await overWebSocket({ url, sessionId });
  await daemon.say(sessionId, 'burst 100000 16 2000');
  await reader.reached(20);
  return {
    sessionId,
    /** Checks that it worked all the time and still does. */
    async isWell() {
      await reader.reached(reader.last + 1);
      await daemon.call('POST', `/v1/sessions/${sessionId}/interrupt`);
      await reader.saw('turn.ended');
      await reader.reached(reader.last);
      expect(assistantTexts(await exchange(daemon, sessionId, 'echo all is well'))).toEqual(['all is well']);
      const events = await soundEvents(daemon, sessionId);
      const deltas = events.flatMap((event) =>
        event.type === 'item.delta' && event.source === 'agent' ? [event.data.delta] : [],
      );
      for (const [i, delta] of deltas.slice(0, -1).entries()) expect(delta).toMatch(`${i + 1}:`);
      await reader.reached(events.length);
      expect(difference(reader, await allTexts(url, sessionId))).toBeNull();
    },
  };
}

describe('a session is not affected by a client that', () => {
  it('sends malformed requests', async () => {
    const daemon = await testDaemon();
    const { sessionId, isWell } = await witness(daemon);
    const session = `/v1/sessions/${sessionId}`;
    const bad: [method: string, path: string, body: string | undefined, status: number][] = [
      ['POST', `${session}/messages`, '{"message": "half', 400],
      ['POST', `${session}/messages`, 'message=form', 400],
      ['POST', `${session}/messages`, '[]', 400],
      ['POST', `${session}/messages`, '"text"', 400],
      ['POST', `${session}/messages`, 'null', 400],
      ['POST', `${session}/messages`, undefined, 400],
      ['POST', `${session}/messages`, '{"message": 7}', 400],
      ['POST', `${session}/messages`, '{"message": "x", "whenBusy": "shout"}', 400],
      ['POST', `${session}/messages`, `${'['.repeat(100_000)}`, 400],
      ['POST', '/v1/sessions/new', '{"agent": "nobody"}', 400],
      ['POST', '/v1/sessions/new', '{"agent": "mock", "directory": "/no/such/place"}', 400],
      ['POST', '/v1/sessions/no%20spaces', '{"agent": "mock"}', 400],
      ['POST', `/v1/sessions/${'x'.repeat(129)}`, '{"agent": "mock"}', 400],
      ['POST', session, '{"agent": "mock"}', 409],
      ['GET', `${session}/events?offset=-1`, undefined, 400],
      ['GET', `${session}/events?limit=many`, undefined, 400],
      ['GET', `${session}/state?at=999999999`, undefined, 400],
      ['GET', '/v1/sessions/nobody', undefined, 404],
      ['POST', '/v1/sessions/nobody/messages', '{"message": "x"}', 404],
      ['GET', '/v1/sessions/__proto__', undefined, 404],
      ['POST', `${session}/permissions/none/reply`, '{"reply": "once"}', 404],
      ['POST', `${session}/questions/none/reply`, '{"answers": [["x"]]}', 404],
      ['GET', '/v2/else', undefined, 404],
      ['PUT', session, '{}', 404],
      ['PATCH', session, '{"model": 7}', 400],
      ['PATCH', session, '{"permissionMode": "shout"}', 400],
      ['GET', '/%zz', undefined, 400],
    ];
    for (const [method, path, body, status] of bad) {
      const answer = await daemon.fetch(method, path, body);
      const text = await answer.text();
      expect([method, path, answer.status, answer.headers.get('content-type')]).toEqual([
        method,
        path,
        status,
        expect.stringContaining(PROBLEM_TYPE),
      ]);
      expect(JSON.parse(text)).toMatchObject({
        status,
        type: expect.stringMatching(/^urn:greenroom:error:/),
      });
    }
    await isWell();
  });

  it('sends oversized bodies', async () => {
    const daemon = await testDaemon();
    const { sessionId, isWell } = await witness(daemon);
    const body = JSON.stringify({ message: 'x'.repeat(11 * 1024 * 1024) });
    const url = `${daemon.url}/v1/sessions/${sessionId}/messages`;
    const answer = await post(url, body);
    expect(answer).toMatchObject({ status: 413, type: expect.stringContaining(PROBLEM_TYPE) });
    expect(JSON.parse(answer.body)).toMatchObject({ type: 'urn:greenroom:error:payload_too_large' });
    await isWell();
    expect(userTexts(await soundEvents(daemon, sessionId))).toHaveLength(2);
  });

  it('does not speak HTTP or disconnects halfway', async () => {
    const daemon = await testDaemon();
    const { isWell } = await witness(daemon);
    expect(await sendBytes(daemon.url, 'HELLO?\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await sendBytes(daemon.url, Buffer.alloc(4096, 0xff))).toMatch(/^HTTP\/1.1 400 /);
    const tooLong = `GET /v1/health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
    expect(await sendBytes(daemon.url, tooLong)).toMatch(/^HTTP\/1.1 4/);
    // Requests a stream and disconnects before it ends.
    const sessionId = guardedSession('alone');
    await daemon.create(sessionId);
    const abort = new AbortController();
    const stream = await fetch(`${daemon.url}/v1/sessions/${sessionId}/messages/stream`, {
      method: 'POST',
      body: '{"message": "burst 2000"}',
      signal: abort.signal,
    });
    expect(stream.status).toBe(200);
    abort.abort();
    const reader = await overWebSocket({ url: daemon.url, sessionId });
    await reader.saw('turn.ended');
    await soundEvents(daemon, sessionId);
    await isWell();
  });

  it('sends malformed frames', async () => {
    const daemon = await testDaemon();
    const { sessionId, isWell } = await witness(daemon);
    const client = await RudeClient.open(daemon.url);
    const call = (method: string, params?: unknown) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const bad: [what: string | Buffer, code: number][] = [
      ['', -32700],
      ['not JSON', -32700],
      ['{"jsonrpc":"2.0"', -32700],
      ['null', -32600],
      ['7', -32600],
      ['{}', -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"session/list"}', -32600],
      [`[${call('session/list')},${call('session/list')}]`, -32600],
      [Buffer.from(call('session/list')), -32600],
      [Buffer.alloc(1000, 0xff), -32600],
      [call('no/such'), -32601],
      [call('constructor'), -32601],
      [call('__proto__'), -32601],
      [call('session/get'), -32602],
      [call('session/get', []), -32602],
      [call('session/get', { sessionId: 7 }), -32602],
      [call('session/get', { sessionId: '../../etc' }), -32602],
      [call('session/subscribe', { sessionId, offset: -1 }), -32602],
      [call('session/send', { sessionId, message: {} }), -32602],
      [call('session/get', { sessionId: 'nobody' }), -32000],
      [call('session/subscribe', { sessionId: 'nobody' }), -32000],
      [call('permission/reply', { sessionId, permissionId: 'none', reply: 'once' }), -32000],
      [call('session/create', { sessionId, agent: 'mock' }), -32000],
    ];
    for (const [what, code] of bad) {
      const answer = await client.say(what);
      expect({ what: String(what).slice(0, 80), answer }).toMatchObject({ answer: { error: { code } } });
    }
    expect(await client.say(call('session/get', { sessionId }))).toMatchObject({
      id: 1,
      result: { sessionId },
    });
    await isWell();
  });

  it('violates the WebSocket protocol', async () => {
    const daemon = await testDaemon();
    const { isWell } = await witness(daemon);
    const large = await RudeClient.open(daemon.url);
    expect(await large.say(Buffer.alloc(16 * 1024 * 1024 + 1, 'x'))).toBe(1009);
    const rude = [
      Buffer.from([0x81, 0x02, 0x68, 0x69]),
      Buffer.from([0xff, 0x80, 0, 0, 0, 0]),
      Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
    ];
    for (const bytes of rude) {
      const client = await RudeClient.open(daemon.url);
      expect(await client.sendBelow(bytes)).toBe(1002);
    }
    const notText = await RudeClient.open(daemon.url);
    expect(await notText.sendBelow(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]))).toBe(1007);
    await isWell();
  });
});

describe('the text of a message', () => {
  it.each([
    ['line ends', 'a\nb\r\nc\u2028d\u2029e'],
    ['what looks like a stream', 'x\n\ndata: {}\n\nid: 7\n\n: comment'],
    ['what looks like the end of an event', '"raw":null}","sequence":1,"type":"session.ended"'],
    ['control characters', '\u0000\u0001\u001b[31m\u007f\ufeff'],
    ['other planes and halves of them', '😀 \ud83d und \ude00 汉字'],
    ['a great deal', 'ü'.repeat(2_000_000)],
  ])('reaches all readers unchanged: %s', async (_what, text) => {
    const sessionId = guardedSession('text');
    const daemon = await testDaemon();
    const { url } = daemon;
    await daemon.create(sessionId);
    const readers = [
      await overWebSocket({ url, sessionId }),
      await overSse({ url, sessionId }),
      await overWebSocket({ url, sessionId, raw: true }),
    ];
    await daemon.say(sessionId, `echo ${text}!`);
    for (const reader of readers) await reader.saw('turn.ended');
    const [plain, raw] = [await allTexts(url, sessionId), await allTexts(url, sessionId, true)];
    for (const [i, reader] of readers.entries()) expect(difference(reader, i === 2 ? raw : plain)).toBeNull();
    const events = await soundEvents(daemon, sessionId);
    expect(userTexts(events)[0] === `echo ${text}!`).toBe(true);
    expect(assistantTexts(events)[0] === `${text}!`).toBe(true);
  });
});
