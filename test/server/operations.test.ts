import { describe, expect, expectTypeOf, it } from 'vitest';
import { operationList, operations, Scope } from '../../src/schema/index.js';
import { operationId } from '../../src/server/documents/names.js';
import type { Handlers } from '../../src/server/handlers/handler.js';
import { handlers } from '../../src/server/handlers/index.js';
import { methods } from '../../src/server/websocket/methods.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import type { RpcError } from '../support/ws-client.js';
import { asyncApiDocument, openApiDocument, operationsOf } from './documents/document.js';

const overHttp = operationList.flatMap(([name, { http, ...more }]) =>
  http ? [{ name, http, ...more }] : [],
);
const overWebSocket = operationList.flatMap(([name, { websocket }]) =>
  websocket ? [{ name, method: websocket.method }] : [],
);

/** Fields for any operation; each picks those that it knows. */
const sample = {
  agent: 'mock',
  message: 'echo hi',
  reply: 'once',
  answers: [],
  title: 'a session',
  name: 'session',
  permissionId: 'perm_none',
  questionId: 'q_none',
  itemId: 'item_none',
  messageId: 'm_none',
  revision: 1,
  index: 0,
  scopes: ['read'],
  tokenId: 'tok_none',
};

/** Creating needs a free id; everything else an existing session. */
async function sessionFor(daemon: TestDaemon, name: string): Promise<string> {
  if (!name.startsWith('create')) await daemon.create(name);
  return name;
}

async function request(daemon: TestDaemon, { name, http, input }: (typeof overHttp)[number]) {
  const fields: Record<string, unknown> = { ...sample, sessionId: await sessionFor(daemon, name) };
  const path = http.path.replace(/:(\w+)/g, (_, field: string) => String(fields[field]));
  const query = input?.query && 'filename' in input.query.shape ? '?filename=notes.txt' : '';
  const response = await daemon.fetch(http.method, `${path}${query}`, input?.body ? sample : undefined);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body!.cancel();
  return { status: response.status, body: isStream ? '' : await response.text() };
}

describe('every operation', () => {
  it.each(operationList)('%s can be called, and has a handler and a scope', (name, operation) => {
    expect(operation.http ?? operation.websocket).toBeDefined();
    expect(handlers[name]).toBeTypeOf('function');
    expect(['public', 'any', ...Scope.options]).toContain(operation.scope);
  });

  it.each(operationList)('%s has distinct fields, including those of its path', (_name, { input, http }) => {
    const shapes = [input?.path, input?.query, input?.headers].map((part) => Object.keys(part?.shape ?? {}));
    const body = (input?.body as { shape?: object } | undefined)?.shape ?? {};
    const names = [...shapes.flat(), ...Object.keys(body)];
    expect(new Set(names).size).toBe(names.length);
    const inPath = [...(http?.path ?? '').matchAll(/:(\w+)/g)].map(([, field]) => field);
    expect(inPath).toEqual(http ? shapes[0] : []);
  });

  it.each(overHttp)('$name answers at its HTTP path as documented', async (operation) => {
    const daemon = await testDaemon();
    const { status, body } = await request(daemon, operation);
    expect(body).not.toContain('no route for');
    const described = operationsOf(openApiDocument()).find(
      ({ operationId: id }) => id === operationId(operation.name),
    );
    expect(Object.keys(described!.responses)).toContain(String(status));
    expect(status).toBeLessThan(500);
  });

  it.each(overWebSocket)('$name answers to its WebSocket method', async ({ name, method }) => {
    const daemon = await testDaemon();
    const sessionId = await sessionFor(daemon, name);
    const client = await daemon.connect();
    const refusal = await client.call(method, { ...sample, sessionId }).then(
      () => null,
      (error: RpcError) => error,
    );
    // The session may refuse the call, but the method exists and its params are valid.
    if (refusal) expect(refusal).toMatchObject({ code: -32000 });
    expect(refusal?.data?.status ?? 200).toBeLessThan(500);
  });
});

describe('the documents', () => {
  it('list exactly the operations of the table', () => {
    const http = operationsOf(openApiDocument()).map(({ operationId: id }) => id);
    expect(http.sort()).toEqual(overHttp.map(({ name }) => operationId(name)).sort());
    const received = Object.entries(asyncApiDocument().operations).filter(
      ([, { action }]) => action === 'receive',
    );
    expect(received.map(([key]) => key.replaceAll('.', '/'))).toEqual(
      overWebSocket.map(({ method }) => method),
    );
    for (const [key, described] of received) {
      const { operation } = methods.get(key.replaceAll('.', '/'))!;
      expect(described['x-scope']).toBe(operations[operation].scope);
    }
  });
});

describe('the names', () => {
  it('of operations, routes and methods are unique', () => {
    const routes = overHttp.map(({ http }) => `${http.method} ${http.path}`);
    for (const names of [routes, overWebSocket.map(({ method }) => method)]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('the types', () => {
  it('require a handler per operation', () => {
    const { getHealth, ...others } = handlers;
    expect(getHealth).toBeTypeOf('function');
    // @ts-expect-error: an operation without a handler must not compile.
    const incomplete: Handlers = others;
    expect(Object.keys(incomplete)).toHaveLength(operationList.length - 1);
    expectTypeOf(handlers).toEqualTypeOf<Handlers>();
  });

  it('infer the input of a handler and check its output', () => {
    expectTypeOf<Parameters<Handlers['getState']>[0]>().toEqualTypeOf<{ sessionId: string; at?: number }>();
    // @ts-expect-error: the answer of another operation must not compile.
    const wrong: Handlers['getHealth'] = () => ({ sessions: [] });
    expect(wrong).toBeTypeOf('function');
  });

  it('pass a connection only to operations that need one', () => {
    expectTypeOf<Parameters<Handlers['subscribeSession']>[1]>().toHaveProperty('connection');
    expectTypeOf<Parameters<Handlers['getSession']>[1]>().not.toHaveProperty('connection');
  });
});
