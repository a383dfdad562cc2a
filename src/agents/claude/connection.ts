import { randomUUID } from 'node:crypto';
import type { PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { AgentProcess, Connection, ConnectionContext, ConnectionReady, ProcessExit } from '../agent.js';
import { argumentsFor, nativeMode } from './arguments.js';
import { type ControlAnswer, ControlRequests } from './control.js';
import { type ElicitationRequest, elicited } from './elicitation.js';
import { readyMetadata } from './handshake.js';
import { mcpConfig, mcpEnvironment } from './mcp.js';
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
  /** What MCP servers ask by way of the CLI. */
  readonly #elicitations = new Map<string, ElicitationRequest>();
  #settings: SessionSettings;
  #process: AgentProcess | null = null;
  /** Done when the messages so far were sent. */
  #said: Promise<void> = Promise.resolve();

  constructor(context: ConnectionContext, options: ClaudeConnectionOptions = {}) {
    this.#context = context;
    const { model, variant, agentMode, permissionMode } = context;
    this.#settings = { model, variant, agentMode, permissionMode };
    this.#options = { handshakeMs: 30_000, requestMs: 10_000, uuid: randomUUID, ...options };
  }

  async start(): Promise<ConnectionReady> {
    const context = this.#context;
    const { program } = context;
    const process = context.spawn({
      command: program.command,
      args: [...program.args, ...argumentsFor(context)],
      env: mcpEnvironment(context.mcp),
      onLine: (line) => this.#onLine(line),
    });
    this.#process = process;
    void process.exited.then((exit) => {
      this.#control.abandon(new Error(`Claude ended before it answered: ${describe(exit)}`));
      this.#pending.clear();
      this.#elicitations.clear();
      context.onExit(exit);
    });
    try {
      const answer = await this.#control.ask('initialize', this.#options.handshakeMs);
      if (Object.keys(context.mcp).length > 0)
        await this.#ask('mcp_set_servers', { servers: mcpConfig(context.mcp) }, this.#options.handshakeMs);
      // The CLI tells its session only with the first message; a resumed one keeps its id, a copy gets another.
      const nativeSessionId = context.fork ? null : context.resume;
      return { nativeSessionId, metadata: readyMetadata(answer, context.model) };
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
    await this.#ask('interrupt');
  }

  replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    return this.#settle(key, (request) => decide(request, reply, message));
  }

  async answerQuestion(key: string, answers: string[][]): Promise<void> {
    if (this.#elicitations.has(key)) return this.#settleElicitation(key, answers);
    return this.#settle(key, (request) => answer(request, answers));
  }

  async rejectQuestion(key: string): Promise<void> {
    if (this.#elicitations.has(key)) return this.#settleElicitation(key, null);
    return this.#settle(key, refuse);
  }

  async configure(settings: SessionSettings): Promise<'taken' | 'restart'> {
    const before = this.#settings;
    this.#settings = settings;
    const { model, variant } = settings;
    try {
      if (nativeMode(settings) !== nativeMode(before))
        await this.#ask('set_permission_mode', { mode: nativeMode(settings) });
      if (model !== before.model) await this.#ask('set_model', { model: model ?? 'default' });
      if (variant !== before.variant)
        await this.#ask('apply_flag_settings', { settings: { effortLevel: variant } });
      return 'taken';
    } catch {
      // One that does not know these requests has all of it on its command line.
      return 'restart';
    }
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
        this.#elicitations.delete(message.request_id);
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
    if (parsed.name === 'control_request/elicitation') {
      this.#elicitations.set(id, (parsed.message as NativeOf<'control_request/elicitation'>).request);
      return;
    }
    const { request } = parsed.message as NativeOf<'control_request/can_use_tool'>;
    this.#pending.set(id, request);
    // Who need not be asked may still have to be asked a question.
    if (this.#settings.permissionMode !== 'bypass' || isQuestion(request)) return;
    void this.#settle(id, (request) => decide(request, 'once', null));
    return 'settled';
  }

  /** Answers a request, once: one that was withdrawn has no answer. */
  async #settle(id: string, decideOn: (request: ToolRequest) => Decision): Promise<void> {
    const request = this.#pending.get(id);
    if (request === undefined) return;
    this.#pending.delete(id);
    await this.#respond(id, decideOn(request));
  }

  async #settleElicitation(id: string, answers: string[][] | null): Promise<void> {
    const request = this.#elicitations.get(id);
    this.#elicitations.delete(id);
    if (request !== undefined) await this.#respond(id, elicited(request, answers));
  }

  #respond(id: string, response: object): Promise<void> {
    return this.#send({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response },
    });
  }

  #ask(subtype: string, more: object = {}, deadlineMs = this.#options.requestMs): Promise<unknown> {
    return this.#control.ask(subtype, deadlineMs, more);
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
