import { describe, expect, expectTypeOf, it } from 'vitest';
import type { SessionState } from '../../src/client/index.js';
import { requestLine } from '../../src/client/routes.js';
import { testDaemon } from '../support/daemon.js';
import { testClient } from './support.js';

describe('requestLine', () => {
  it('fills in path parameters, escaped', () => {
    const parts = { path: { name: 'a/b c' } };
    expect(requestLine('GET /v1/machines/:name.svg', parts)).toEqual(['GET', '/v1/machines/a%2Fb%20c.svg']);
  });

  it('appends the query without undefined values', () => {
    const parts = { path: { sessionId: 's' }, query: { offset: 0, limit: undefined, includeRaw: true } };
    const [, url] = requestLine('GET /v1/sessions/:sessionId/events', parts);
    expect(url).toBe('/v1/sessions/s/events?offset=0&includeRaw=true');
    expect(requestLine('GET /v1/agents', {})).toEqual(['GET', '/v1/agents']);
  });
});

describe('the HTTP calls of a client', () => {
  it('reach each kind of route', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const { http } = testClient(daemon.url);
    const path = { sessionId: 'one' };
    expect((await http.json('GET /v1/agents')).agents.map(({ id }) => id)).toContain('mock');
    expect(await http.text('GET /v1/machines/:name.mmd', { path: { name: 'session' } })).toContain(
      'stateDiagram',
    );
    const body = new Blob(['hello'], { type: 'text/x-notes' });
    const upload = { path, query: { filename: 'notes.txt' }, body };
    const stored = await http.json('POST /v1/sessions/:sessionId/attachments', upload);
    expect(stored).toMatchObject({ mime: 'text/x-notes', filename: 'notes.txt' });
    await http.empty('DELETE /v1/sessions/:sessionId', { path });
    const gone = http.json('GET /v1/sessions/:sessionId', { path });
    await expect(gone).rejects.toMatchObject({ kind: 'session_not_found', status: 404 });
  });

  it('reach routes that nothing else calls', async () => {
    const daemon = await testDaemon();
    const { http } = testClient(daemon.url);
    const session = await http.json('POST /v1/sessions', { body: { agent: 'mock' } });
    const path = { sessionId: session.sessionId };
    await http.empty('POST /v1/sessions/:sessionId/messages', { path, body: { message: 'echo hi' } });
    await http.empty('POST /v1/sessions/:sessionId/terminate', { path });
    expect(await http.json('GET /v1/sessions/:sessionId', { path })).toMatchObject({ ended: true });
  });

  it('send the headers of a route', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'sleep 600000');
    await daemon.say('one', 'later', { messageId: 'm' });
    const { http } = testClient(daemon.url);
    const route = 'PATCH /v1/sessions/:sessionId/queue/:messageId';
    const path = { sessionId: 'one', messageId: 'm' };
    const body = { message: 'edited' };
    await expect(http.json(route, { path, body })).rejects.toMatchObject({ kind: 'revision_mismatch' });
    const queue = await http.json(route, { path, headers: { 'If-Match': '"1"' }, body });
    expect(queue.entries).toMatchObject([{ message: 'edited', revision: 2 }]);
  });

  it('are typed by their operations', () => {
    type Http = ReturnType<typeof testClient>['http'];
    expectTypeOf<Http['json']>().toBeCallableWith('GET /v1/agents');
    const state = (http: Http) =>
      http.json('GET /v1/sessions/:sessionId/state', { path: { sessionId: 'one' } });
    expectTypeOf<Awaited<ReturnType<typeof state>>>().toEqualTypeOf<SessionState>();
    const misuse = (http: Http) => [
      // @ts-expect-error: unknown route.
      http.json('GET /v1/nowhere'),
      // @ts-expect-error: a different kind of route.
      http.json('GET /v1/machines/:name.svg', { path: { name: 'session' } }),
      // @ts-expect-error: missing path parameter.
      http.json('GET /v1/sessions/:sessionId'),
      // @ts-expect-error: must be a number.
      http.json('GET /v1/sessions/:sessionId/events', { path: { sessionId: 'one' }, query: { offset: '0' } }),
    ];
    expect(misuse).toBeTypeOf('function');
  });
});

describe('a client', () => {
  it('calls any WebSocket method', async () => {
    const daemon = await testDaemon();
    const client = testClient(daemon.url);
    const { sessionId } = await client.call('session/create', { agent: 'mock' });
    expect(await client.call('session/get', { sessionId })).toMatchObject({ agent: 'mock' });
    expect(await client.call('session/terminate', { sessionId })).toBeNull();
  });
});
