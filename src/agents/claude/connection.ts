import { randomUUID } from 'node:crypto';
import type { Metadata, PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { AgentProcess, Connection, ConnectionContext, ConnectionReady } from '../agent.js';
import { describeExit } from '../kit/exits.js';
import { InOrder } from '../kit/in-order.js';
import { RequestInbox } from '../kit/inbox.js';
import { field, type ParseFailure } from '../kit/native.js';
import { versionOf } from '../kit/program.js';
import { defined } from '../kit/record.js';
import { AllowedCommands } from './allowed-commands.js';
import { argumentsFor, environmentFor, nativeMode } from './arguments.js';
import { ControlRefusal, ControlRequests } from './control.js';
import { editHooks, guardEdit, HOOK } from './edit-guard.js';
import { type ElicitationRequest, elicitationResponse } from './elicitation.js';
import { checkMode, readyMetadata, versionIn } from './handshake.js';
import { mcpConfig, mcpEnvironment } from './mcp.js';
import { isBroken, serversIn } from './mcp-status.js';
import { type NativeOf, parser } from './native.js';
import { userLine } from './prompt.js';
import { answer, type Decision, decide, refuse } from './replies.js';
import { isQuestion, type ToolRequest } from './requests.js';
import type { ClaudeNotice } from './translate.js';

export interface ClaudeConnectionOptions {
  /** Handshake timeout. It takes half a second, and a few seconds on a busy machine. */
  handshakeMs?: number;
  /** Timeout of all other requests. */
  requestMs?: number;
  uuid?: () => string;
}

/** A request of the CLI that waits for a human: for a tool, or on behalf of an MCP server. */
type PendingRequest =
  | { type: 'tool'; request: ToolRequest }
  | { type: 'elicitation'; request: ElicitationRequest };

/** Lines that concern the connection itself, not only the translator. */
const relevantPattern = /"control_|"mcp_servers":|"local_command":"model"/;

/** Printed instead of a handshake if the CLI does not know the conversation to resume. */
const unknownPattern = /No conversation found with session ID/;

/**
 * Asks for the text of sub-agents, and lets an interrupt spare those in the background, which can be stopped one by one.
 * A version that does not know these fields ignores or refuses them; an unknown flag would keep it from starting.
 */
const declarations = { forwardSubagentText: true, perTaskStopAffordance: true };

/** Our end of the Claude CLI's protocol: one process per session, one JSON object per line, requests in both directions. */
export class ClaudeConnection implements Connection {
  readonly #context: ConnectionContext;
  readonly #options: Required<ClaudeConnectionOptions>;
  #control = new ControlRequests((line) => this.#send(line));
  readonly #inbox = new RequestInbox<PendingRequest>();
  /** Keeps messages in order: reading attachments takes time. */
  readonly #messages = new InOrder();
  readonly #allowed = new AllowedCommands();
  #settings: SessionSettings;
  #process: AgentProcess | null = null;
  #isReady = false;
  #isStopped = false;
  /** Whether the CLI does not know the session's own conversation. */
  #isUnknown = false;
  /** Uuids of the messages of the turn. */
  #sent: string[] = [];
  /** The MCP servers that did not work at the last turn. */
  #brokenServers = '';

  constructor(context: ConnectionContext, options: ClaudeConnectionOptions = {}) {
    this.#context = context;
    const { model, variant, agentMode, permissionMode } = context;
    this.#settings = { model, variant, agentMode, permissionMode };
    this.#options = { handshakeMs: 30_000, requestMs: 10_000, uuid: randomUUID, ...options };
  }

  /** A conversation that was cut off before the CLI stored it cannot be resumed: it starts over. */
  async start(): Promise<ConnectionReady> {
    const { resume, fork } = this.#context;
    try {
      // The CLI names its session only after the first message. A resumed session keeps its id, a fork gets a new one.
      return { nativeSessionId: fork ? null : resume, metadata: await this.#launch(resume) };
    } catch (error) {
      if (!this.#isUnknown || this.#isStopped) throw error;
    }
    this.#isUnknown = false;
    this.#control = new ControlRequests((line) => this.#send(line));
    const metadata = await this.#launch(null);
    this.#notify({ type: 'started-over', id: this.#options.uuid() });
    return { nativeSessionId: null, metadata };
  }

  async #launch(resume: string | null): Promise<Metadata> {
    const context = this.#context;
    const { program } = context;
    const process = context.spawn({
      command: program.command,
      args: [...program.args, ...argumentsFor({ ...context, resume })],
      env: { ...mcpEnvironment(context.mcp), ...environmentFor(context) },
      onLine: (line, json) => this.#onLine(line, json),
    });
    this.#process = process;
    this.#notify({ type: 'settings', settings: this.#settings });
    void process.exited.then((exit) => {
      this.#control.close(new Error(`Claude exited before it responded: ${describeExit(exit)}`));
      this.#inbox.takeAll();
      if (!this.#isUnknown || this.#isStopped) context.onExit(exit);
    });
    try {
      const response = await this.#initialize();
      checkMode(response, nativeMode(context));
      const version = versionIn(response) ?? (await versionOf(program));
      if (Object.keys(context.mcp).length > 0) await this.#setServers();
      this.#isReady = true;
      return { ...defined({ version }), ...readyMetadata(response, context.model) };
    } catch (error) {
      void process.stop();
      throw error;
    }
  }

  async #initialize(): Promise<unknown> {
    const ms = this.#options.handshakeMs;
    try {
      return await this.#control.request('initialize', ms, { hooks: editHooks, ...declarations });
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error;
      return this.#control.request('initialize', ms, { hooks: editHooks });
    }
  }

  async #setServers(): Promise<void> {
    const servers = mcpConfig(this.#context.mcp);
    const response = await this.#request('mcp_set_servers', { servers }, this.#options.handshakeMs);
    const errors = field(response, 'errors');
    if (typeof errors === 'object' && errors !== null) this.#inquireServers(Object.keys(errors));
  }

  /** Lets the CLI tell about MCP servers that do not work. Its response arrives after the session has started. */
  #inquireServers(broken: string[]): void {
    const names = broken.toSorted().join('\n');
    if (names === this.#brokenServers) return;
    this.#brokenServers = names;
    if (names === '') return;
    const notify = () => this.#notify({ type: 'mcp', id: this.#options.uuid(), servers: broken });
    this.#inquire('mcp_status').then((response) => serversIn(response) === null && notify(), notify);
  }

  prompt(prompt: Prompt): Promise<void> {
    this.#sent = [];
    return this.#write(prompt);
  }

  /** The CLI takes a message that arrives during a turn after the next tool result, else after the turn. */
  steer(prompt: Prompt): Promise<void> {
    return this.#write(prompt);
  }

  #write(prompt: Prompt): Promise<void> {
    return this.#messages.run(async () => {
      const uuid = this.#options.uuid();
      const line = await userLine(prompt, this.#context.directory, uuid);
      this.#sent.push(uuid);
      this.#notify({ type: 'sent', uuid });
      await this.#send(line);
    });
  }

  /** Withdraws the messages that the CLI has not taken, as it would go on with them. Older versions cannot. */
  async interrupt(): Promise<void> {
    await this.#messages.idle;
    for (const message_uuid of this.#sent)
      void this.#request('cancel_async_message', { message_uuid }).catch(() => {});
    await this.#request('interrupt');
  }

  async interruptThread(thread: string): Promise<void> {
    await this.#request('stop_task', { task_id: thread });
  }

  replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    return this.#respondTo(key, (request) => {
      if (reply === 'always') this.#allowed.add(request);
      return decide(request, reply, message);
    });
  }

  answerQuestion(key: string, answers: string[][]): Promise<void> {
    return this.#respondTo(key, (request) => answer(request, answers), answers);
  }

  rejectQuestion(key: string): Promise<void> {
    return this.#respondTo(key, refuse);
  }

  async configure(settings: SessionSettings): Promise<'taken' | 'restart'> {
    const before = this.#settings;
    this.#settings = settings;
    const { model, variant } = settings;
    const mode = nativeMode(settings);
    this.#notify({ type: 'settings', settings });
    try {
      if (mode !== nativeMode(before)) await this.#setMode(mode);
      if (model !== before.model) await this.#request('set_model', { model: model ?? 'default' });
      if (variant !== before.variant)
        await this.#request('apply_flag_settings', { settings: { effortLevel: variant } });
      return 'taken';
    } catch {
      // An older CLI does not support these requests, but takes all settings on its command line.
      return 'restart';
    }
  }

  async #setMode(mode: string): Promise<void> {
    const response = await this.#request('set_permission_mode', { mode });
    const taken = field(response, 'mode') ?? mode;
    if (taken !== mode) throw new Error(`Claude is in permission mode ${taken} instead of ${mode}`);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#process?.endInput();
    await this.#process?.stop();
  }

  #onLine(line: string, json: unknown): void {
    if (!this.#isReady && this.#context.isOwnConversation && unknownPattern.test(line)) {
      this.#isUnknown = true;
      return;
    }
    // Most lines are deltas, which are not parsed here. The order of properties varies, so the check covers the whole
    // line; a false positive only means that the line is parsed earlier than necessary.
    if (json === undefined && !relevantPattern.test(line)) return this.#context.onPayload(line);
    const parsed = parser.parse(line, json);
    if (!parsed.ok && parsed.name === HOOK) return void this.#guardEdit(parsed.value);
    if (!parsed.ok) this.#refuse(parsed);
    else if (parsed.name === 'system/init') this.#inquireServers(brokenIn(parsed.message));
    // The output of the command has only the model's display name.
    else if (parsed.name === 'result' && parsed.message.local_command === 'model')
      this.#inquire('get_settings').catch(() => {});
    else if (parsed.name === 'control_response') this.#control.onResponse(parsed.message.response);
    else if (parsed.name === 'control_cancel_request') this.#inbox.take(parsed.message.request_id);
    else if (parsed.name === 'control_request/elicitation') {
      const { request_id, request } = parsed.message;
      this.#inbox.add(request_id, { type: 'elicitation', request });
    } else if (parsed.name === 'control_request/can_use_tool') {
      const { request_id, request } = parsed.message;
      this.#inbox.add(request_id, { type: 'tool', request });
      // Questions go to a human even if permissions are bypassed.
      const isAllowed = this.#settings.permissionMode === 'bypass' || this.#allowed.has(request);
      if (isAllowed && !isQuestion(request))
        return void this.#respondTo(request_id, (pending) => decide(pending, 'once', null));
    }
    this.#context.onPayload(line, parsed);
  }

  async #guardEdit(hook: unknown): Promise<void> {
    const { permissionMode } = this.#settings;
    const response = await guardEdit(hook, permissionMode, this.#context.directory);
    await this.#respond(String(field(hook, 'request_id')), response);
  }

  /** Refuses an unknown request: without a response the CLI would wait forever. */
  #refuse({ name, value }: ParseFailure): void {
    const id = field(value, 'request_id');
    if (field(value, 'type') !== 'control_request' || typeof id !== 'string') return;
    const error = `Unsupported control request: ${name}`;
    void this.#send({ type: 'control_response', response: { subtype: 'error', request_id: id, error } });
  }

  /** Responds to a pending request. An elicitation without answers is declined. */
  #respondTo(
    id: string,
    decideOn: (request: ToolRequest) => Decision,
    answers: string[][] | null = null,
  ): Promise<void> {
    return this.#inbox.resolve(id, ({ type, request }) =>
      this.#respond(id, type === 'tool' ? decideOn(request) : elicitationResponse(request, answers)),
    );
  }

  #respond(id: string, response: object): Promise<void> {
    return this.#send({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response },
    });
  }

  #request(subtype: string, params: object = {}, timeoutMs = this.#options.requestMs): Promise<unknown> {
    return this.#control.request(subtype, timeoutMs, params);
  }

  /** Requests a report for the translator. Items are named by the id of the request, so it must be unique. */
  #inquire(subtype: string): Promise<unknown> {
    return this.#control.request(subtype, this.#options.requestMs, {}, this.#options.uuid());
  }

  #notify(notice: ClaudeNotice): void {
    this.#context.onNotice(notice);
  }

  async #send(line: object): Promise<void> {
    await this.#process?.write(JSON.stringify(line));
  }
}

function brokenIn({ mcp_servers: servers = [] }: NativeOf<'system/init'>): string[] {
  return servers.filter(({ status }) => isBroken(status)).map(({ name }) => name);
}
