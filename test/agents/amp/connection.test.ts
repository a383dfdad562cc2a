import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type {
  AgentProcess,
  ConnectionContext,
  ProcessExit,
  SpawnOptions,
} from '../../../src/agents/agent.js';
import { AmpConnection } from '../../../src/agents/amp/connection.js';
import { fakeProgram } from '../../support/fake-agents.js';
import { tempFolder } from '../../support/temp-folder.js';

const noStderr = { head: '', truncated: false, total_lines: 0 };

/** A process controlled by the test. */
class FakeProcess implements AgentProcess {
  readonly pid = 1;
  readonly written: { request_id: string; steer?: boolean }[] = [];
  readonly signals: string[] = [];
  #resolveExit: (exit: ProcessExit) => void = () => {};
  readonly exited = new Promise<ProcessExit>((resolve) => {
    this.#resolveExit = resolve;
  });
  readonly options: SpawnOptions;

  constructor(options: SpawnOptions) {
    this.options = options;
  }

  async write(line: string): Promise<void> {
    this.written.push(JSON.parse(line));
  }

  endInput(): void {}
  pause(): void {}
  resume(): void {}

  signal(name: string): void {
    this.signals.push(name);
  }

  exit(code: number | null, signal: string | null = null): void {
    this.#resolveExit({ code, signal, stderr: noStderr });
  }

  async stop(): Promise<ProcessExit> {
    this.exit(143);
    return this.exited;
  }
}

async function setup(more: Partial<ConnectionContext> = {}, error: (details: object) => void = () => {}) {
  const folder = join(await tempFolder(), 'connections');
  const processes: FakeProcess[] = [];
  const payloads: { type: string }[] = [];
  const exits: ProcessExit[] = [];
  const context: ConnectionContext = {
    sessionId: 's1',
    program: { command: process.execPath, args: [fakeProgram('amp')], path: fakeProgram('amp') },
    directory: folder,
    model: null,
    variant: null,
    agentMode: 'default',
    permissionMode: 'default',
    resume: null,
    fork: false,
    mcp: {},
    spawn: (options) => {
      const process = new FakeProcess(options);
      processes.push(process);
      return process;
    },
    onPayload: (text) => payloads.push(JSON.parse(text)),
    onNotice: (notice) => payloads.push(notice as (typeof payloads)[number]),
    onExit: (exit) => exits.push(exit),
    ...more,
  };
  const env = { AMP_API_KEY: 'x', HOME: '/nowhere' };
  const connection = new AmpConnection(context, { env, folder, logger: { error } });
  onTestFinished(() => connection.stop());
  const left = () => readdir(folder).catch(() => []);
  return { connection, processes, payloads, exits, left, types: () => payloads.map(({ type }) => type) };
}

const prompt = (messageId: string) => ({ turnId: 't', messageId, message: 'hello', attachments: [] });
const init = (session_id: string) => JSON.stringify({ type: 'system', subtype: 'init', session_id });

describe('messages', () => {
  test('carry an id and whether they are steered', async () => {
    const { connection, processes, payloads } = await setup({ resume: 'T-1' });
    expect(await connection.start()).toEqual({
      nativeSessionId: 'T-1',
      metadata: { version: '0.0.1790142911-g7618fb' },
    });
    await Promise.all([connection.prompt(prompt('m1')), connection.steer(prompt('m2'))]);
    const message = { role: 'user', content: [{ type: 'text', text: 'hello' }] };
    expect(processes[0]?.written).toEqual([
      { type: 'user', message, request_id: 'm1' },
      { type: 'user', message, request_id: 'm2', steer: true },
    ]);
    expect(payloads).toEqual([
      { type: 'prompted', messageId: 'm1', text: 'hello', isSteered: false },
      { type: 'prompted', messageId: 'm2', text: 'hello', isSteered: true },
    ]);
    expect(processes[0]?.options.args).toEqual(expect.arrayContaining(['threads', 'continue', 'T-1']));
  });

  test('ignore empty lines', async () => {
    const { connection, processes, payloads } = await setup();
    await connection.start();
    for (const line of ['', '  ', init('T-1')]) processes[0]?.options.onLine(line);
    expect(payloads).toHaveLength(1);
  });
});

test('logs a notice that fails and continues', async () => {
  const errors: object[] = [];
  const onNotice = () => {
    throw new Error('no');
  };
  const { connection, processes } = await setup({ onNotice }, (details) => errors.push(details));
  await connection.start();
  await connection.prompt(prompt('m1'));
  expect(processes[0]?.written).toHaveLength(1);
  expect(errors).toMatchObject([{ type: 'prompted' }]);
});

describe('interrupt', () => {
  test('sends a signal; the next message waits for the exit and starts a process on the same thread', async () => {
    const { connection, processes, exits, types } = await setup();
    await connection.start();
    processes[0]?.options.onLine(init('T-7'));
    await connection.interrupt();
    await connection.interrupt();
    expect(processes[0]?.signals).toEqual(['SIGINT']);
    const sent = connection.prompt(prompt('m1'));
    await new Promise(setImmediate);
    expect(processes).toHaveLength(1);
    processes[0]?.exit(null, 'SIGINT');
    await sent;
    expect(processes).toHaveLength(2);
    expect(processes[1]?.options.args).toEqual(expect.arrayContaining(['threads', 'continue', 'T-7']));
    expect(types()).toEqual(['system', 'interrupted', 'prompted']);
    expect(exits).toEqual([]);
  });

  test('does nothing without a running process', async () => {
    const { connection, processes, exits } = await setup();
    await connection.start();
    await connection.interrupt();
    processes[0]?.exit(1);
    await processes[0]?.exited;
    await connection.interrupt();
    expect(processes).toHaveLength(1);
    expect(exits).toEqual([]);
  });
});

describe('reports the exit once and cleans up', () => {
  test('when the process exits by itself', async () => {
    const { connection, processes, exits, left } = await setup();
    await connection.start();
    expect(await left()).toHaveLength(1);
    processes[0]?.exit(3);
    await connection.stop();
    expect(exits).toMatchObject([{ code: 3 }]);
    expect(await left()).toEqual([]);
    await expect(connection.prompt(prompt('m1'))).rejects.toThrow('Amp was stopped');
  });

  test('when stopped repeatedly', async () => {
    const { connection, exits, left } = await setup();
    await connection.start();
    await Promise.all([connection.stop(), connection.stop()]);
    await connection.stop();
    expect(exits).toMatchObject([{ code: 143 }]);
    expect(await left()).toEqual([]);
  });

  test('when stopped after an interrupt', async () => {
    const { connection, processes, exits, left } = await setup();
    await connection.start();
    await connection.interrupt();
    processes[0]?.exit(1);
    await connection.stop();
    expect(exits).toHaveLength(1);
    expect(await left()).toEqual([]);
  });

  test('when the process ignores an interrupt', async () => {
    const { connection, exits } = await setup();
    await connection.start();
    await connection.interrupt();
    await connection.stop();
    expect(exits).toMatchObject([{ code: 143 }]);
  });

  test('when stopped during the start', async () => {
    const { connection, processes, left } = await setup();
    const started = connection.start();
    await connection.stop();
    await expect(started).rejects.toThrow('stopped before it was started');
    await connection.stop();
    expect(processes).toEqual([]);
    expect(await left()).toEqual([]);
  });
});
