import type {
  AgentProcess,
  ConnectionContext,
  ProcessExit,
  SpawnOptions,
} from '../../../src/agents/agent.js';
import { CodexConnection, type CodexConnectionOptions } from '../../../src/agents/codex/connection.js';
import { CodexServer, type CodexServerOptions } from '../../../src/agents/codex/server.js';
import type { Prompt } from '../../../src/schema/index.js';
import type { Message } from './recording.js';

/** A process that says what a test wants it to say, and remembers what it was told. */
export class FakeProcess implements AgentProcess {
  readonly pid = 1;
  readonly exited: Promise<ProcessExit>;
  readonly written: Message[] = [];
  readonly #onLine: (line: string) => void;
  #tellExit: (exit: ProcessExit) => void = () => {};
  #waiting: (() => void)[] = [];

  constructor({ onLine }: SpawnOptions) {
    this.#onLine = onLine;
    this.exited = new Promise((resolve) => {
      this.#tellExit = resolve;
    });
  }

  async write(line: string): Promise<void> {
    this.written.push(JSON.parse(line));
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  endInput(): void {}

  signal(): void {}

  async stop(): Promise<ProcessExit> {
    this.exit(0);
    return this.exited;
  }

  say(...messages: (Message | string)[]): void {
    for (const message of messages)
      this.#onLine(typeof message === 'string' ? message : JSON.stringify(message));
  }

  exit(code: number | null, head = '', signal: string | null = null): void {
    this.#tellExit({ code, signal, stderr: { head, truncated: false, total_lines: head ? 1 : 0 } });
  }

  /** The first message not looked at yet that a test looks for. */
  async next(is: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = this.written.findIndex(is);
      if (at >= 0) return this.written.splice(at, 1)[0]!;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
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

  /** The newest process, once there is one more than before. */
  async spawned(count = 1): Promise<FakeProcess> {
    while (this.processes.length < count) await new Promise((resolve) => setImmediate(resolve));
    return this.process;
  }

  async handshake(count = 1): Promise<FakeProcess> {
    const process = await this.spawned(count);
    await process.answer('initialize', { userAgent: 'codex' });
    await process.nextCall('initialized');
    return process;
  }
}

export interface FakeSession {
  connection: CodexConnection;
  lines: string[];
  exits: ProcessExit[];
}

export function session(
  server: CodexServer,
  context: Partial<ConnectionContext> = {},
  options: CodexConnectionOptions = {},
): FakeSession {
  const lines: string[] = [];
  const exits: ProcessExit[] = [];
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
        throw new Error('the server has a process of its own');
      },
      onPayload: (text) => lines.push(text),
      onExit: (exit) => exits.push(exit),
      ...context,
    },
    server,
    options,
  );
  return { connection, lines, exits };
}

export const thread = (id: string) => ({
  thread: { id, cwd: '/workspace/demo', cliVersion: '0.166.0', model: 'gpt-5.5', modelProvider: 'fake' },
  approvalPolicy: 'on-request',
  sandbox: { type: 'workspaceWrite' },
});

export const turn = (id: string, status = 'inProgress') => ({ id, status, error: null, durationMs: null });

export const prompt = (message: string, attachments: Prompt['attachments'] = []): Prompt => ({
  turnId: 'turn_1',
  messageId: `message of ${message}`,
  message,
  attachments,
});

/** A session that has a thread, with the process that carries it. */
export async function begun(
  id = 't1',
  context: Partial<ConnectionContext> = {},
  options: CodexConnectionOptions = {},
): Promise<FakeSession & { fake: FakeServer; process: FakeProcess }> {
  const fake = new FakeServer();
  const given = session(fake.server, context, options);
  const ready = given.connection.start();
  const process = await fake.handshake();
  await process.answer('thread/start', thread(id));
  await ready;
  return { ...given, fake, process };
}
