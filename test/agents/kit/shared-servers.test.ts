import { describe, expect, test } from 'vitest';
import type { ConnectionContext } from '../../../src/agents/agent.js';
import { type ServerKey, SharedServers, serverKey } from '../../../src/agents/kit/shared-servers.js';
import type { ServerStatusInfo } from '../../../src/schema/index.js';

class FakeServer {
  readonly key: ServerKey;
  readonly name: string;
  stops = 0;
  status: ServerStatusInfo = { status: 'running', restartCount: 0, lastError: null, uptimeMs: 5 };

  constructor(key: ServerKey, name: string) {
    this.key = key;
    this.name = name;
  }

  async stop(): Promise<void> {
    this.stops++;
    this.status = { ...this.status, status: 'stopped', uptimeMs: null };
  }
}

const plain: ServerKey = { directory: '/w', env: {}, mcp: {}, trust: null, token: null, session: null };

function rig() {
  const made: FakeServer[] = [];
  const servers = new SharedServers('fake', (key, name) => {
    const server = new FakeServer(key, name);
    made.push(server);
    return server;
  });
  return { servers, made };
}

const crashedStatus: ServerStatusInfo = {
  status: 'error',
  restartCount: 1,
  lastError: 'boom',
  uptimeMs: null,
};

async function crash(servers: SharedServers<FakeServer>, directory: string): Promise<void> {
  const { server, release } = servers.lease({ ...plain, directory });
  server.status = crashedStatus;
  await release();
}

describe('sessions', () => {
  test('share a server if their keys are equal, whatever the order of variables', () => {
    const { servers, made } = rig();
    const a = servers.lease({ ...plain, env: { A: '1', B: '2' } });
    const b = servers.lease({ ...plain, env: { B: '2', A: '1' } });
    expect(a.server).toBe(b.server);
    expect(made.map(({ name }) => name)).toEqual(['agent:fake']);
  });

  const mcp: ServerKey['mcp'] = {
    m: { type: 'local', command: 'x', args: [], env: {}, timeoutMs: null },
  };

  test.each<[string, Partial<ServerKey>]>([
    ['directory', { directory: '/v' }],
    ['environment', { env: { A: '1' } }],
    ['MCP servers', { mcp }],
    ['trust', { trust: { isTrusted: true, contents: 'c' } }],
    ['token', { token: 't1' }],
  ])('with a different %s do not share a server', (_, other) => {
    const { servers, made } = rig();
    expect(servers.lease(plain).server).not.toBe(servers.lease({ ...plain, ...other }).server);
    expect(new Set(made.map(({ name }) => name)).size).toBe(2);
  });

  test('derive the key from their context', () => {
    const context = { directory: '/w', env: { A: '1' }, token: 't', mcp } as unknown as ConnectionContext;
    expect(serverKey(context)).toEqual({ ...plain, env: { A: '1' }, token: 't' });
    expect(serverKey(context, mcp).mcp).toEqual(mcp);
  });
});

describe('a server', () => {
  test('stops with its last lease', async () => {
    const { servers, made } = rig();
    const [a, b] = [servers.lease(plain), servers.lease(plain)];
    await a.release();
    await a.release();
    expect(made[0]?.stops).toBe(0);
    await b.release();
    expect(made[0]?.stops).toBe(1);
    expect(servers.lease(plain).server).not.toBe(a.server);
  });

  test('is kept after a crash, to show its error', async () => {
    const { servers, made } = rig();
    await crash(servers, plain.directory);
    expect(servers.status).toMatchObject({ status: 'error', lastError: 'boom' });
    expect(servers.lease(plain).server).toBe(made[0]);
  });

  test('is dropped after 16 newer crashes, unless it is leased', async () => {
    const { servers, made } = rig();
    const leased = servers.lease({ ...plain, directory: '/leased' }).server;
    leased.status = crashedStatus;
    for (let i = 0; i < 18; i++) await crash(servers, `/${i}`);
    const crashed = made.slice(1);
    expect(servers.status.restartCount).toBe(17);
    expect(crashed.map(({ stops }) => stops)).toEqual([1, 1, ...Array(16).fill(0)]);
    expect(leased.stops).toBe(0);
    expect(servers.lease({ ...plain, directory: '/2' }).server).toBe(crashed[2]);
    expect(servers.lease({ ...plain, directory: '/1' }).server).not.toBe(crashed[1]);
  });

  test('that crashes again counts as new', async () => {
    const { servers, made } = rig();
    for (let i = 0; i < 16; i++) await crash(servers, `/${i}`);
    await crash(servers, '/0');
    await crash(servers, '/16');
    expect(made.map(({ stops }) => stops)).toEqual([0, 1, ...Array(15).fill(0)]);
  });
});

describe('work without a session', () => {
  test('uses a running server and leaves it running', async () => {
    const { servers, made } = rig();
    const lease = servers.lease(plain);
    expect(await servers.withServer(async (server) => server === lease.server)).toBe(true);
    expect(made[0]?.stops).toBe(0);
    await lease.release();
    expect(made[0]?.stops).toBe(1);
  });

  test('uses no server with a session-specific environment', async () => {
    const { servers } = rig();
    const lease = servers.lease({ ...plain, env: { SECRET: 'x' } });
    expect(await servers.withServer(async (server) => server === lease.server)).toBe(false);
  });

  test('otherwise uses one server that is kept', async () => {
    const { servers, made } = rig();
    await servers.withServer(async () => {});
    await servers.withServer(async () => {});
    expect(made).toHaveLength(1);
    expect(made[0]?.stops).toBe(0);
    await servers.stop();
    expect(made[0]?.stops).toBe(1);
  });

  test('releases its lease if it fails', async () => {
    const { servers, made } = rig();
    const lease = servers.lease(plain);
    await expect(servers.withServer(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await lease.release();
    expect(made[0]?.stops).toBe(1);
  });
});

describe('combined status', () => {
  test('is stopped without servers', () => {
    expect(rig().servers.status).toMatchObject({ status: 'stopped', restartCount: 0, uptimeMs: null });
  });

  test('adds up restarts, and has an address only if there is exactly one', () => {
    const { servers, made } = rig();
    servers.lease(plain);
    servers.lease({ ...plain, directory: '/v' });
    made[0]!.status = {
      status: 'running',
      restartCount: 2,
      baseUrl: 'http://a',
      lastError: null,
      uptimeMs: 5,
    };
    made[1]!.status = { status: 'error', restartCount: 1, lastError: 'boom', uptimeMs: null };
    expect(servers.status).toEqual({
      status: 'running',
      restartCount: 3,
      baseUrl: 'http://a',
      lastError: 'boom',
      uptimeMs: 5,
    });
    made[1]!.status = {
      status: 'running',
      restartCount: 1,
      baseUrl: 'http://b',
      lastError: null,
      uptimeMs: 9,
    };
    expect(servers.status).toMatchObject({ baseUrl: null, uptimeMs: 9 });
  });
});
