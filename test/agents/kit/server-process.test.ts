import { expect, test } from 'vitest';
import type { AgentProcess, ProcessExit } from '../../../src/agents/agent.js';
import { ServerProcess, type ServerProcessOptions } from '../../../src/agents/kit/server-process.js';

/** A child process that exits on demand. */
class FakeChild implements AgentProcess {
  readonly pid = 1;
  readonly exited: Promise<ProcessExit>;
  readonly isCurrent: () => boolean;
  stops = 0;
  #resolve: (exit: ProcessExit) => void = () => {};

  constructor(isCurrent: () => boolean) {
    this.isCurrent = isCurrent;
    this.exited = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  async write(): Promise<void> {}
  endInput(): void {}
  pause(): void {}
  resume(): void {}
  signal(): void {}

  async stop(): Promise<ProcessExit> {
    this.stops++;
    this.exit({ code: null, signal: 'SIGTERM' });
    return this.exited;
  }

  exit(how: Partial<ProcessExit>): void {
    const stderr = { head: 'last words', truncated: false, total_lines: 1 };
    this.#resolve({ code: 0, signal: null, stderr, ...how });
  }
}

type Exit = Parameters<ServerProcessOptions<string>['onExit']>;

function server(options: Partial<ServerProcessOptions<string>> = {}) {
  const children: FakeChild[] = [];
  const exits: Exit[] = [];
  const subject = new ServerProcess<string>({
    name: 'demo server',
    program: async () => ({ command: 'demo', args: [], path: 'demo' }),
    spawn: (_, isCurrent) => {
      const child = new FakeChild(isCurrent);
      children.push(child);
      return child;
    },
    connect: async () => `client ${children.length}`,
    onExit: (...exit) => exits.push(exit),
    now: () => 1000,
    ...options,
  });
  return { server: subject, children, exits };
}

test('starts on first use, once for all callers', async () => {
  const { server: demo, children } = server();
  expect(demo.status).toEqual({ status: 'stopped', restartCount: 0, lastError: null, uptimeMs: null });
  expect(demo.current).toBeNull();
  expect(await Promise.all([demo.client(), demo.client()])).toEqual(['client 1', 'client 1']);
  expect(children).toHaveLength(1);
  expect(demo.current).toBe('client 1');
  expect(children[0]!.isCurrent()).toBe(true);
});

test('reports its uptime', async () => {
  let time = 1000;
  const { server: demo } = server({ now: () => time });
  await demo.client();
  time = 1750;
  expect(demo.status).toMatchObject({ status: 'running', uptimeMs: 750 });
});

test('reports an exit with its reason, and starts another process on the next use', async () => {
  const { server: demo, children, exits } = server();
  await demo.client();
  children[0]!.exit({ code: 3 });
  await demo.exited;
  expect(exits).toMatchObject([
    [{ code: 3 }, 'client 1', { message: 'demo server exited: exit code 3: last words' }],
  ]);
  expect(demo.status).toMatchObject({
    status: 'error',
    restartCount: 0,
    lastError: 'demo server exited: exit code 3: last words',
  });
  expect(await demo.client()).toBe('client 2');
  expect(demo.status).toMatchObject({ status: 'running', restartCount: 1, lastError: null });
  expect(children.map((child) => child.isCurrent())).toEqual([false, true]);
});

test('an exit with code 0 is not an error', async () => {
  const { server: demo, children } = server();
  await demo.client();
  children[0]!.exit({ code: 0 });
  await demo.exited;
  expect(demo.status).toMatchObject({ status: 'stopped', lastError: null });
});

test('a failed handshake stops the process and is reported; the next use retries', async () => {
  let attempts = 0;
  const {
    server: demo,
    children,
    exits,
  } = server({
    connect: async () => {
      if (++attempts === 1) throw new Error('no handshake');
      return 'client';
    },
  });
  await expect(demo.client()).rejects.toThrow('no handshake');
  await children[0]!.exited;
  expect(children[0]!.stops).toBe(1);
  expect(exits).toMatchObject([[{ signal: 'SIGTERM' }, null, {}]]);
  expect(await demo.client()).toBe('client');
  expect(demo.status).toMatchObject({ status: 'running', lastError: null });
});

test('fails to start without spawning if the program is not found', async () => {
  const { server: demo, children } = server({ program: () => Promise.reject(new Error('not installed')) });
  await expect(demo.client()).rejects.toThrow('not installed');
  expect(demo.status).toMatchObject({ status: 'error', restartCount: 0, lastError: 'not installed' });
  expect(children).toEqual([]);
});

test('stop runs beforeStop, stops the process and is not an error', async () => {
  const { server: demo, children } = server();
  await demo.client();
  const clients: string[] = [];
  await demo.stop(async (client) => {
    clients.push(client);
    throw new Error('it does not listen');
  });
  await demo.exited;
  expect(clients).toEqual(['client 1']);
  expect(children[0]!.stops).toBe(1);
  expect(demo.status).toMatchObject({ status: 'stopped', lastError: null });
});

test('does not start again after a stop', async () => {
  const { server: demo, children } = server();
  await demo.stop();
  await expect(demo.client()).rejects.toThrow('demo server was stopped');
  expect(children).toEqual([]);
});
