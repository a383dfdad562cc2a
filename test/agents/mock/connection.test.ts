import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type {
  AgentProcess,
  ConnectionContext,
  ProcessExit,
  SpawnOptions,
} from '../../../src/agents/agent.js';
import { MockConnection } from '../../../src/agents/mock/connection.js';
import { mockAgent } from '../../../src/agents/mock/index.js';
import { AgentCapabilities, AgentModelsResponse } from '../../../src/schema/index.js';
import { noAgentDeps } from '../../support/agent-deps.js';
import { tempFolder } from '../../support/temp-folder.js';
import { programPath, translateAll } from './mock-program.js';

/** A simplified version of the session's spawn. */
function spawnPlainly({ command, args, onLine }: SpawnOptions): AgentProcess {
  const child = spawn(command, args);
  onTestFinished(() => void child.kill('SIGKILL'));
  createInterface({ input: child.stdout }).on('line', onLine);
  const stderr = { head: '', truncated: false, total_lines: 0 };
  const exited = once(child, 'close').then(([code, signal]): ProcessExit => ({ code, signal, stderr }));
  return {
    pid: child.pid!,
    write: async (line) => void child.stdin.write(`${line}\n`),
    endInput: () => void child.stdin.end(),
    pause: () => void child.stdout.pause(),
    resume: () => void child.stdout.resume(),
    signal: () => {},
    exited,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

async function context(more: Partial<ConnectionContext> = {}) {
  const lines: string[] = [];
  let wanted: { text: string; resolve(): void } | null = null;
  const exits: ProcessExit[] = [];
  const given: ConnectionContext = {
    sessionId: 's1',
    program: (await mockAgent.locate({}, ''))!,
    directory: process.cwd(),
    model: null,
    variant: null,
    agentMode: 'build',
    permissionMode: 'default',
    resume: null,
    fork: false,
    mcp: {},
    spawn: spawnPlainly,
    onPayload(text) {
      lines.push(text);
      if (wanted !== null && text.includes(wanted.text)) wanted.resolve();
    },
    onNotice: () => {},
    onExit: (exit) => exits.push(exit),
    ...more,
  };
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      wanted = { text, resolve };
    });
  return { given, lines, exits, until };
}

const mock = mockAgent.open(noAgentDeps);

const prompt = (message: string) => ({ turnId: 'turn_1', messageId: 'msg_1', message, attachments: [] });

test('completes the handshake and forwards the response as a payload', async () => {
  const { given, lines, exits } = await context({ model: 'mock-mini', agentMode: 'plan' });
  const connection = mock.connect(given);
  const ready = await connection.start();
  expect(ready).toMatchObject({
    nativeSessionId: 'mock-s1',
    metadata: { model: 'mock-mini', variant: null, mode: 'plan', native: { messages: 0 } },
  });
  expect(translateAll(lines)).toMatchObject([
    { type: 'session.started', native_session_id: 'mock-s1', metadata: ready.metadata },
  ]);
  await connection.stop();
  expect(exits).toHaveLength(1);
});

test('carries a whole conversation', async () => {
  const { given, lines, until } = await context({ variant: 'high' });
  const connection = mock.connect(given);
  await connection.start();

  let seen = until('permission_request');
  await connection.prompt(prompt('permission'));
  await seen;
  const request = () => JSON.parse(lines.at(-1)!).request;
  seen = until('"kind":"edit"');
  await connection.replyPermission(request(), 'always', null);
  await seen;
  seen = until('turn_ended');
  await connection.replyPermission(request(), 'reject', 'not now');
  await seen;

  seen = until('question_request');
  await connection.prompt(prompt('question'));
  await seen;
  seen = until('Toppings');
  await connection.answerQuestion(request(), [['Blue']]);
  await seen;
  seen = until('turn_ended');
  await connection.rejectQuestion(request());
  await seen;

  seen = until('turn_started');
  await connection.prompt(prompt('sleep 60000'));
  await seen;
  seen = until('turn_ended');
  await connection.steer(prompt('hello'));
  await connection.interrupt();
  await seen;
  await connection.stop();

  const drafts = translateAll(lines);
  expect(drafts.filter(({ type }) => type === 'agent.unparsed')).toEqual([]);
  const ends = drafts.flatMap((draft) => (draft.type === 'turn.ended' ? [[draft.turn, draft.outcome]] : []));
  expect(ends).toEqual([
    ['turn_1', 'completed'],
    ['turn_1', 'completed'],
    ['turn_1', 'interrupted'],
  ]);
  for (const text of ['You chose Blue.', 'No answer.', 'steered: hello']) {
    expect(lines.join('\n')).toContain(text);
  }
});

test('fails if the program exits before it is ready', async () => {
  const program = { command: process.execPath, args: ['-e', 'process.exit(7)', '--'], path: 'node' };
  const { given, exits } = await context({ program });
  await expect(new MockConnection(given).start()).rejects.toThrow(
    'The mock agent exited before it was ready: exit code 7',
  );
  expect(exits).toMatchObject([{ code: 7 }]);
});

test('stops a program that does not complete the handshake in time', async () => {
  const program = { command: process.execPath, args: ['-e', 'process.stdin.resume()', '--'], path: 'node' };
  const { given, exits } = await context({ program });
  const connection = new MockConnection(given, { handshakeMs: 1 });
  await expect(connection.start()).rejects.toThrow('did not answer the handshake within 1 ms');
  await connection.stop();
  expect(exits).toHaveLength(1);
});

test('locates the built-in program by the package name', async () => {
  const program = await mockAgent.locate({}, '');
  expect(program).toEqual({ command: process.execPath, args: [programPath], path: programPath });
  expect(await mockAgent.version(program!)).toMatch(/^\d+\.\d+\.\d+$/);
});

test('GREENROOM_MOCK_BIN takes precedence and has no fallback', async () => {
  const folder = await tempFolder();
  const script = `${folder}/mock.mjs`;
  const binary = `${folder}/mock`;
  await writeFile(script, '');
  await writeFile(binary, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const locate = (path: string) => mockAgent.locate({ GREENROOM_MOCK_BIN: path }, '');
  expect(await locate(script)).toEqual({ command: process.execPath, args: [script], path: script });
  expect(await locate(binary)).toEqual({ command: binary, args: [], path: binary });
  expect(await locate(`${folder}/none`)).toBeNull();
  expect(await mockAgent.version((await locate(binary))!)).toBeNull();
});

test('its description matches the schema', async () => {
  expect(AgentCapabilities.parse(mockAgent.capabilities)).toEqual(mockAgent.capabilities);
  expect(AgentModelsResponse.parse(await mock.models())).toEqual(await mock.models());
  expect((await mock.modes()).map(({ id }) => id)).toEqual(['build', 'plan']);
});
