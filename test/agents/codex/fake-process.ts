import type {
  AgentProcess,
  ConnectionContext,
  ProcessExit,
  SpawnOptions,
} from '../../../src/agents/agent.js';
import { CodexConnection, type CodexConnectionOptions } from '../../../src/agents/codex/connection.js';
import type { CodexNotice } from '../../../src/agents/codex/notices.js';
import { CodexServer, type CodexServerOptions } from '../../../src/agents/codex/server.js';
import { Changes } from '../../../src/agents/kit/changes.js';
import type { Prompt } from '../../../src/schema/index.js';
import type { Message } from './recording.js';

/** A process that a test speaks for. It records everything written to it. */
export class FakeProcess implements AgentProcess {
  readonly pid = 1;
  readonly exited: Promise<ProcessExit>;
  readonly written: Message[] = [];
  readonly #onLine: (line: string) => void;
  readonly #onLongLine: NonNullable<SpawnOptions['onLongLine']>;
  readonly #changes = new Changes();
  #resolveExit: (exit: ProcessExit) => void = () => {};

  constructor({ onLine, onLongLine = () => {} }: SpawnOptions) {
    this.#onLine = onLine;
    this.#onLongLine = onLongLine;
    this.exited = new Promise((resolve) => {
      this.#resolveExit = resolve;
    });
  }

  async write(line: string): Promise<void> {
    this.written.push(JSON.parse(line));
    this.#changes.notify();
  }

  endInput(): void {}
  pause(): void {}
  resume(): void {}

  signal(): void {}

  async stop(): Promise<ProcessExit> {
    this.exit(0);
    return this.exited;
  }

  say(...messages: (Message | string)[]): void {
    for (const message of messages)
      this.#onLine(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** A line of more than 1 MiB. */
  sayTooMuch(head: string): void {
    this.#onLongLine(head, 1024 * 1024);
  }

  exit(code: number | null, head = '', signal: string | null = null): void {
    this.#resolveExit({ code, signal, stderr: { head, truncated: false, total_lines: head ? 1 : 0 } });
  }

  /** Removes the first written message that matches; waits for it if need be. */
  async next(matches: (message: Message) => boolean): Promise<Message> {
    await this.#changes.until(() => this.written.some(matches));
    return this.written.splice(this.written.findIndex(matches), 1)[0]!;
  }

  nextCall(method: string): Promise<Message> {
    return this.next((message) => message.method === method);
  }

  /** Waits for a call and answers it. */
  async answer(method: string, result: unknown): Promise<Message> {
    const call = await this.nextCall(method);
    this.say({ id: call.id!, result });
    return call;
  }

  async refuse(method: string, message: string): Promise<Message> {
    const call = await this.nextCall(method);
    this.say({ id: call.id!, error: { code: -32600, message } });
    return call;
  }
}

/** A server whose processes are fakes. */
export class FakeServer {
  readonly processes: FakeProcess[] = [];
  readonly server: CodexServer;

  constructor(options: Partial<CodexServerOptions> = {}) {
    this.server = new CodexServer({
      program: async () => ({ command: 'codex', args: [], path: 'codex' }),
      spawn: (spawn) => {
        const process = new FakeProcess(spawn);
        this.processes.push(process);
        return process;
      },
      ...options,
    });
  }

  get process(): FakeProcess {
    return this.processes.at(-1)!;
  }

  /** The newest process, once there are so many. */
  async spawned(count = 1): Promise<FakeProcess> {
    while (this.processes.length < count) await new Promise((resolve) => setImmediate(resolve));
    return this.process;
  }

  async handshake(count = 1, version = '0.166.0'): Promise<FakeProcess> {
    const process = await this.spawned(count);
    await process.answer('initialize', { userAgent: `greenroom/${version} (Linux; x86_64)` });
    await process.nextCall('initialized');
    return process;
  }
}

export interface FakeSession {
  connection: CodexConnection;
  /** The payloads that were handed on. */
  lines: string[];
  /** The parsed forms that came with them; undefined for payloads that were handed on unparsed. */
  parsed: unknown[];
  notices: CodexNotice[];
  exits: ProcessExit[];
  /** Resolves when the condition holds, which is looked at after every payload and notice. */
  until(condition: () => boolean): Promise<void>;
}

export function session(
  server: CodexServer,
  context: Partial<ConnectionContext> = {},
  options: CodexConnectionOptions = {},
): FakeSession {
  const lines: string[] = [];
  const parsed: unknown[] = [];
  const notices: CodexNotice[] = [];
  const exits: ProcessExit[] = [];
  const changes = new Changes();
  const connection = new CodexConnection(
    {
      sessionId: 's1',
      program: { command: 'codex', args: [], path: 'codex' },
      directory: '/workspace/demo',
      model: null,
      variant: null,
      agentMode: '',
      permissionMode: 'default',
      resume: null,
      fork: false,
      mcp: {},
      spawn: () => {
        throw new Error('the process belongs to the server');
      },
      onPayload: (text, form) => {
        lines.push(text);
        parsed.push(form);
        changes.notify();
      },
      onNotice: (notice) => {
        notices.push(notice as CodexNotice);
        changes.notify();
      },
      onExit: (exit) => exits.push(exit),
      ...context,
    },
    server,
    options,
  );
  return { connection, lines, parsed, notices, exits, until: (condition) => changes.until(condition) };
}

export const thread = (id: string) => ({
  thread: { id, cwd: '/workspace/demo', cliVersion: '0.166.0', model: 'gpt-5.5', modelProvider: 'fake' },
  model: 'gpt-5.5',
  approvalPolicy: 'on-request',
  sandbox: { type: 'workspaceWrite' },
});

export const turn = (id: string, status = 'inProgress') => ({ id, status, error: null, durationMs: null });

export const turnEvent = (method: 'turn/started' | 'turn/completed', id: string, threadId = 't1') => ({
  method,
  params: { threadId, turn: turn(id, method === 'turn/completed' ? 'completed' : 'inProgress') },
});

export const prompt = (message: string, attachments: Prompt['attachments'] = []): Prompt => ({
  turnId: 'turn_1',
  messageId: `message of ${message}`,
  message,
  attachments,
});

/** The answer of a program that has a plan mode. */
export const withPlanMode = {
  data: [
    { name: 'Plan', mode: 'plan' },
    { name: 'Default', mode: 'default' },
  ],
};

/** The answer of a program that has permission profiles. */
export const withProfiles = { data: [{ id: ':read-only' }, { id: ':workspace' }] };

/** A session that has a thread, with its process. */
export async function begun(
  id = 't1',
  context: Partial<ConnectionContext> = {},
  options: CodexConnectionOptions = {},
): Promise<FakeSession & { fake: FakeServer; process: FakeProcess }> {
  const fake = new FakeServer();
  const given = session(fake.server, context, options);
  const ready = given.connection.start();
  const process = await fake.handshake();
  if (context.permissionMode === 'plan') await process.answer('collaborationMode/list', withPlanMode);
  if (context.permissionMode === 'acceptEdits') await process.answer('permissionProfile/list', withProfiles);
  await process.answer('thread/start', thread(id));
  await ready;
  return { ...given, fake, process };
}
