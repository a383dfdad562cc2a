import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AgentInfo, SessionState } from '../../src/client/index.js';
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
    expect((await http.agents()).agents.map(({ id }) => id)).toContain('mock');
    expect(await http.machine('session', 'mmd')).toContain('stateDiagram');
    const stored = await http.upload('one', new Blob(['hello'], { type: 'text/x-notes' }), 'notes.txt');
    expect(stored).toMatchObject({ mime: 'text/x-notes', filename: 'notes.txt' });
    const page = await http.events('one', { limit: 1, includeRaw: true });
    expect(page).toMatchObject({ events: [{ sequence: 1, type: 'session.started' }] });
    await http.deleteSession('one');
    await expect(http.session('one')).rejects.toMatchObject({ kind: 'session_not_found' });
  });

  it('reach a route without a dedicated method', async () => {
    const daemon = await testDaemon();
    const { http } = testClient(daemon.url);
    const session = await http.json('POST /v1/sessions', { body: { agent: 'mock' } });
    const path = { sessionId: session.sessionId };
    await http.empty('POST /v1/sessions/:sessionId/messages', { path, body: { message: 'echo hi' } });
    await http.empty('POST /v1/sessions/:sessionId/terminate', { path });
    expect(await http.session(session.sessionId)).toMatchObject({ ended: true });
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
    expectTypeOf<Awaited<ReturnType<Http['state']>>>().toEqualTypeOf<SessionState>();
    expectTypeOf<Awaited<ReturnType<Http['agents']>>>().toEqualTypeOf<{ agents: AgentInfo[] }>();
    const misuse = (http: Http) => [
      // @ts-expect-error: unknown route.
      http.json('GET /v1/nowhere'),
      // @ts-expect-error: a different kind of route.
      http.json('GET /v1/machines/:name.svg', { path: { name: 'session' } }),
      // @ts-expect-error: missing path parameter.
      http.json('GET /v1/sessions/:sessionId'),
      // @ts-expect-error: must be a number.
      http.events('one', { offset: '0' }),
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
