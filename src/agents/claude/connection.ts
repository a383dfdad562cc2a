import { randomUUID } from 'node:crypto';
import type { PermissionReply, Prompt } from '../../schema/index.js';
import type { AgentProcess, Connection, ConnectionContext, ConnectionReady, ProcessExit } from '../agent.js';
import { argumentsFor } from './arguments.js';
import { type ControlAnswer, ControlRequests } from './control.js';
import { readyMetadata } from './handshake.js';
import { type NativeOf, parseNative } from './native.js';
import { userLine } from './prompt.js';
import { answer, type Decision, decide, refuse } from './replies.js';
import { isQuestion, type ToolRequest } from './requests.js';

export interface ClaudeConnectionOptions {
  /** How long the handshake may take. The CLI needs half a second, and some seconds on a crowded machine. */
  handshakeMs?: number;
  /** How long an answer to another request may take. */
  requestMs?: number;
  uuid?: () => string;
}

/** Our end of the Claude CLI's protocol: one process a session, a JSON object a line, requests in both directions. */
export class ClaudeConnection implements Connection {
  readonly #context: ConnectionContext;
  readonly #options: Required<ClaudeConnectionOptions>;
  readonly #control = new ControlRequests((line) => this.#send(line));
  /** The CLI's requests that wait for an answer: to allow a tool is to give its input back. */
  readonly #pending = new Map<string, ToolRequest>();
  #process: AgentProcess | null = null;
  /** Done when the messages so far were sent. */
  #said: Promise<void> = Promise.resolve();

  constructor(context: ConnectionContext, options: ClaudeConnectionOptions = {}) {
    this.#context = context;
    this.#options = { handshakeMs: 30_000, requestMs: 10_000, uuid: randomUUID, ...options };
  }

  async start(): Promise<ConnectionReady> {
    const context = this.#context;
    const { program } = context;
    const process = context.spawn({
      command: program.command,
      args: [...program.args, ...argumentsFor(context)],
      onLine: (line) => this.#onLine(line),
    });
    this.#process = process;
    void process.exited.then((exit) => {
      this.#control.abandon(new Error(`Claude ended before it answered: ${describe(exit)}`));
      this.#pending.clear();
      context.onExit(exit);
    });
    try {
      const answer = await this.#control.ask('initialize', this.#options.handshakeMs);
      // The CLI tells its session only with the first message; a resumed one keeps its id.
      return { nativeSessionId: context.resume, metadata: readyMetadata(answer, context.model) };
    } catch (error) {
      void process.stop();
      throw error;
    }
  }

  /** One after the other: a message with attachments takes longer to write down than one without. */
  prompt(prompt: Prompt): Promise<void> {
    const said = this.#said.then(async () => {
      await this.#send(await userLine(prompt, this.#context.directory, this.#options.uuid()));
    });
    this.#said = said.catch(() => {});
    return said;
  }

  /** What is said during a turn is folded into it. */
  steer(prompt: Prompt): Promise<void> {
    return this.prompt(prompt);
  }

  async interrupt(): Promise<void> {
    await this.#said;
    await this.#control.ask('interrupt', this.#options.requestMs);
  }

  replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    return this.#settle(key, (request) => decide(request, reply, message));
  }

  answerQuestion(key: string, answers: string[][]): Promise<void> {
    return this.#settle(key, (request) => answer(request, answers));
  }

  rejectQuestion(key: string): Promise<void> {
    return this.#settle(key, refuse);
  }

  async configure(): Promise<'restart'> {
    return 'restart';
  }

  async stop(): Promise<void> {
    this.#process?.endInput();
    await this.#process?.stop();
  }

  #onLine(line: string): void {
    // Most lines are deltas. The order of properties varies, so that the type is looked for anywhere; a text that
    // happens to have these words costs no more than the parsing.
    if (line.includes('"control_') && this.#onControl(line) === 'settled') return;
    this.#context.onPayload(line);
  }

  /** Takes what is for the connection; `settled` where nobody else needs to know. */
  #onControl(line: string): 'settled' | undefined {
    const message = controlIn(line);
    switch (message?.type) {
      case 'control_response':
        this.#control.take(message.response);
        return;
      case 'control_cancel_request':
        this.#pending.delete(message.request_id);
        return;
      case 'control_request':
        return this.#onRequest(message.request_id, line);
    }
  }

  #onRequest(id: string, line: string): 'settled' | undefined {
    const parsed = parseNative(line);
    if (!parsed.ok) {
      // Silence would leave the CLI waiting for ever.
      const error = `Unsupported control request: ${parsed.name}`;
      void this.#send({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });
      return;
    }
    const { request } = parsed.message as NativeOf<'control_request/can_use_tool'>;
    this.#pending.set(id, request);
    // Who need not be asked may still have to be asked a question.
    if (this.#context.permissionMode !== 'bypass' || isQuestion(request)) return;
    void this.#settle(id, (request) => decide(request, 'once', null));
    return 'settled';
  }

  /** Answers a request, once: one that was withdrawn has no answer. */
  async #settle(id: string, decideOn: (request: ToolRequest) => Decision): Promise<void> {
    const request = this.#pending.get(id);
    if (request === undefined) return;
    this.#pending.delete(id);
    await this.#send({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response: decideOn(request) },
    });
  }

  async #send(line: object): Promise<void> {
    await this.#process?.write(JSON.stringify(line));
  }
}

type ControlMessage =
  | { type: 'control_response'; response: ControlAnswer }
  | { type: 'control_request' | 'control_cancel_request'; request_id: string };

/** A message of the control protocol, as far as its envelope goes. */
function controlIn(line: string): ControlMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const message = value as Partial<ControlMessage & { request_id: unknown; response: unknown }> | null;
  if (message?.type === 'control_response')
    return typeof message.response === 'object' && message.response !== null
      ? (value as ControlMessage)
      : null;
  return typeof message?.request_id === 'string' ? (value as ControlMessage) : null;
}

function describe({ failure, code, signal, stderr }: ProcessExit): string {
  if (failure !== undefined) return failure;
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
  return stderr.head === '' ? how : `${how}, ${stderr.head.trim()}`;
}
