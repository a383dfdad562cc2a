import type { PermissionReply, Prompt } from '../../schema/index.js';
import type { AgentProcess, Connection, ConnectionContext, ConnectionReady } from '../agent.js';
import { describeExit } from '../kit/exits.js';
import { type NativeCommand, type NativeOf, parser } from './native.js';
import { decisions } from './permissions.js';
import { sessionMetadata } from './turns.js';

export interface MockConnectionOptions {
  /** Handshake timeout. It takes about 50 ms, more on a busy machine. */
  handshakeMs?: number;
}

/** Our end of the mock agent's protocol: one process per session, one JSON object per line. */
export class MockConnection implements Connection {
  readonly #context: ConnectionContext;
  readonly #handshakeMs: number;
  #process: AgentProcess | null = null;
  /** Set only during the handshake; later lines are left to the translator. */
  #onReady: ((ready: NativeOf<'ready'>) => void) | null = null;

  constructor(context: ConnectionContext, { handshakeMs = 10_000 }: MockConnectionOptions = {}) {
    this.#context = context;
    this.#handshakeMs = handshakeMs;
  }

  async start(): Promise<ConnectionReady> {
    const context = this.#context;
    const { program } = context;
    const process = context.spawn({
      command: program.command,
      args: [...program.args, ...argumentsFor(context)],
      onLine: (line, json) => this.#onLine(line, json),
    });
    this.#process = process;
    void process.exited.then((exit) => context.onExit(exit));

    const ready = this.#handshake(process);
    void this.#send({ type: 'hello', client: 'greenroom', protocol: 1 });
    const native = await ready;
    return { nativeSessionId: native.session, metadata: sessionMetadata(native) };
  }

  prompt({ turnId, message, attachments }: Prompt): Promise<void> {
    return this.#send({
      type: 'user',
      turn: turnId,
      text: message,
      attachments: attachments.map(({ path, mime }) => ({ path, mime })),
    });
  }

  steer({ message }: Prompt): Promise<void> {
    return this.#send({ type: 'steer', text: message });
  }

  interrupt(): Promise<void> {
    return this.#send({ type: 'interrupt' });
  }

  interruptThread(thread: string): Promise<void> {
    return this.#send({ type: 'interrupt_agent', agent: thread });
  }

  replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    return this.#send({
      type: 'permission_response',
      request: key,
      decision: decisions[reply],
      note: message,
    });
  }

  answerQuestion(key: string, answers: string[][]): Promise<void> {
    return this.#send({ type: 'question_response', request: key, answers });
  }

  rejectQuestion(key: string): Promise<void> {
    return this.#send({ type: 'question_response', request: key, answers: null });
  }

  /** Settings are command-line arguments. */
  async configure(): Promise<'restart'> {
    return 'restart';
  }

  async stop(): Promise<void> {
    this.#process?.endInput();
    await this.#process?.stop();
  }

  #onLine(line: string, json: unknown): void {
    if (this.#onReady === null && json === undefined) return this.#context.onPayload(line);
    const parsed = parser.parse(line, json);
    if (parsed.ok && parsed.name === 'ready') this.#onReady?.(parsed.message);
    this.#context.onPayload(line, parsed);
  }

  async #handshake(process: AgentProcess): Promise<NativeOf<'ready'>> {
    let deadline: NodeJS.Timeout | undefined;
    try {
      return await new Promise<NativeOf<'ready'>>((resolve, reject) => {
        this.#onReady = resolve;
        void process.exited.then((exit) =>
          reject(new Error(`The mock agent exited before it was ready: ${describeExit(exit)}`)),
        );
        deadline = setTimeout(() => {
          reject(new Error(`The mock agent did not answer the handshake within ${this.#handshakeMs} ms`));
          void process.stop();
        }, this.#handshakeMs);
      });
    } finally {
      this.#onReady = null;
      clearTimeout(deadline);
    }
  }

  async #send(command: NativeCommand): Promise<void> {
    await this.#process?.write(JSON.stringify(command));
  }
}

function argumentsFor(context: ConnectionContext): string[] {
  const args = ['--session', context.sessionId, '--permission-mode', context.permissionMode];
  if (context.agentMode !== '') args.push('--mode', context.agentMode);
  if (context.model !== null) args.push('--model', context.model);
  if (context.variant !== null) args.push('--effort', context.variant);
  if (context.resume !== null) args.push('--resume', context.resume);
  if (context.stateFolder !== undefined) args.push('--state', context.stateFolder);
  return args;
}
