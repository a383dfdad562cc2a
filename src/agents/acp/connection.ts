import { randomUUID } from 'node:crypto';
import type { PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { AgentLogger, AgentProcess, Connection, ConnectionContext, ConnectionReady } from '../agent.js';
import { HeldQueue } from '../kit/held-queue.js';
import { InOrder } from '../kit/in-order.js';
import { JsonRpcPeer, RpcError, type RpcMessage } from '../kit/json-rpc.js';
import { field } from '../kit/native.js';
import type { AcpDeclaration } from './declaration.js';
import { Handshake, initializeParams, resumeMethod } from './handshake.js';
import { Inbox } from './inbox.js';
import { protocolServers } from './mcp-servers.js';
import { messageIn } from './messages.js';
import { type NativeOf, parser, SessionResult } from './native.js';
import type { Notice } from './notices.js';
import { type Offer, settingCalls } from './offered-settings.js';
import { promptBlocks } from './prompt.js';
import { QuietWatch } from './quiet-watch.js';
import { requestKey } from './requests.js';
import { startFailure } from './start-failure.js';

export interface AcpConnectionOptions {
  declaration: AcpDeclaration;
  /** Our own version. */
  version: string;
  /** Called with each handshake: what an agent offers is known only then. */
  onHandshake?(handshake: Handshake, offer: Offer): void;
  logger?: Pick<AgentLogger, 'warn'>;
  quietMs?: number;
}

/** A turn may take as long as it likes. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const HANDSHAKE_MS = 60_000;
/** The updates with which a loaded conversation is told again; our own log has them already. */
const replayed: ReadonlySet<string> = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
]);

interface Line {
  text: string;
  json: unknown;
}

/** Our end of the Agent Client Protocol: one process per session, JSON-RPC messages one per line. */
export class AcpConnection implements Connection {
  readonly #context: ConnectionContext;
  readonly #options: AcpConnectionOptions;
  readonly #inbox: Inbox;
  readonly #messages = new InOrder();
  readonly #lines = new HeldQueue<Line>((line) => this.#receive(line));
  readonly #quiet: QuietWatch;
  #process: AgentProcess | null = null;
  #rpc: JsonRpcPeer | null = null;
  #handshake: Handshake | null = null;
  #offer: Offer = {};
  #session = '';
  /** Names this process among those of the session. */
  readonly #run = randomUUID().slice(0, 8);
  /** Our id of the running turn. */
  #turn: string | null = null;
  /** Until the first message after a load, what comes is of the past. */
  #isReplaying = false;
  #isStopped = false;

  constructor(context: ConnectionContext, options: AcpConnectionOptions) {
    this.#context = context;
    this.#options = options;
    const { directory, permissionMode } = context;
    this.#inbox = new Inbox(
      { directory, answer: async (id, result) => this.#rpc?.answer(id, result) },
      permissionMode,
    );
    this.#quiet = new QuietWatch(options.quietMs ?? 5_000, () => this.#notice({ type: 'wentSilent' }));
  }

  async start(): Promise<ConnectionReady> {
    const { program, spawn, onExit, trust } = this.#context;
    const { declaration, version } = this.#options;
    if (trust?.isTrusted === false) throw new Error(noWayWithout(declaration));
    const process = spawn({
      command: program.command,
      args: [...program.args, ...declaration.command.slice(1)],
      onLine: (text, json) => this.#lines.push({ text, json }),
    });
    this.#process = process;
    const rpc = new JsonRpcPeer({ write: (line) => process.write(line), ms: HANDSHAKE_MS, versioned: true });
    this.#rpc = rpc;
    void process.exited.then((exit) => {
      rpc.close(new Error('the agent has exited'));
      this.#quiet.stop();
      onExit(exit);
    });
    try {
      this.#handshake = Handshake.parse(await rpc.request('initialize', initializeParams(version)));
      return await this.#open(rpc, this.#handshake);
    } catch (error) {
      throw startFailure(error, declaration, this.#handshake);
    }
  }

  prompt(prompt: Prompt): Promise<void> {
    return this.#messages.run(async () => {
      const blocks = await promptBlocks(prompt, this.#context.directory, this.#handshake!);
      await this.#quiet.settled();
      if (this.#isStopped) return;
      this.#isReplaying = false;
      const { turnId } = prompt;
      this.#turn = turnId;
      this.#quiet.turnBegan();
      this.#notice({ type: 'prompted', turnId });
      const params = { sessionId: this.#session, prompt: blocks };
      // The turn is over when this is answered; until then other messages go back and forth.
      void this.#rpc!.request('session/prompt', params, { ms: NO_LIMIT_MS }).then(
        () => this.#turnEnded(),
        (error: unknown) => this.#promptFailed(turnId, error),
      );
    });
  }

  /** The protocol has no way to add to a running turn. */
  async steer(): Promise<void> {}

  async interrupt(): Promise<void> {
    await this.#messages.idle;
    this.#rpc?.notify('session/cancel', { sessionId: this.#session });
    await this.#inbox.cancelAll();
  }

  replyPermission(key: string, reply: PermissionReply): Promise<void> {
    return this.#inbox.reply(key, reply);
  }

  answerQuestion(key: string, answers: string[][]): Promise<void> {
    return this.#inbox.answer(key, answers);
  }

  rejectQuestion(key: string): Promise<void> {
    return this.#inbox.answer(key, null);
  }

  async configure(settings: SessionSettings): Promise<'taken'> {
    this.#inbox.permissionMode = settings.permissionMode;
    await this.#apply(this.#rpc!, settings);
    return 'taken';
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#quiet.stop();
    if (this.#turn !== null) this.#rpc?.notify('session/cancel', { sessionId: this.#session });
    await this.#inbox.cancelAll();
    this.#process?.endInput();
    await this.#process?.stop();
  }

  /** Opens a new session, or continues one: without having it told again, if the agent can do that. */
  async #open(rpc: JsonRpcPeer, handshake: Handshake): Promise<ConnectionReady> {
    const { directory, mcp, resume } = this.#context;
    const method = resume === null ? null : resumeMethod(handshake);
    const isResumed = method !== null && resume !== null;
    const { agentInfo } = handshake;
    const opening = {
      run: this.#run,
      session: isResumed ? resume : null,
      version: agentInfo?.version ?? null,
    };
    this.#notice({
      type: 'opening',
      ...opening,
      agent: agentInfo?.title ?? agentInfo?.name ?? null,
      cwd: directory,
    });
    const params = { cwd: directory, mcpServers: protocolServers(mcp) };
    this.#isReplaying = method === 'session/load';
    const onResult = (result: unknown, text: string) => {
      this.#offer = SessionResult.parse(result);
      this.#session = (field(result, 'sessionId') as string | undefined) ?? resume ?? '';
      this.#context.onPayload(text);
    };
    await (isResumed
      ? rpc.request(method, { ...params, sessionId: resume }, { onResult })
      : rpc.request('session/new', params, { onResult }));
    this.#options.onHandshake?.(handshake, this.#offer);
    await this.#apply(rpc, this.#context);
    if (this.#isReplaying) this.#quiet.replayBegan();
    return { nativeSessionId: this.#session, metadata: {} };
  }

  async #apply(rpc: JsonRpcPeer, settings: SessionSettings): Promise<void> {
    const { modes } = this.#options.declaration;
    const applied: Record<'mode' | 'model' | 'effort', string | null> = {
      mode: null,
      model: null,
      effort: null,
    };
    for (const { method, params, setting, value } of settingCalls(this.#offer, settings, modes ?? {})) {
      const result = await rpc.request(method, { sessionId: this.#session, ...params });
      const { data } = SessionResult.safeParse(result ?? {});
      if (data?.configOptions) this.#offer = { ...this.#offer, configOptions: data.configOptions };
      applied[setting] = value;
    }
    this.#notice({ type: 'configured', ...applied });
  }

  #receive({ text, json }: Line): Promise<void> | undefined {
    if (text.trim() === '') return undefined;
    const message = messageIn(text, json);
    if (message === null) return void this.#context.onPayload(text);
    const parsed = parser.parseValue(message);
    if (message.method === undefined) return void this.#onAnswer(message, text);
    if (this.#isReplaying && parsed.ok && replayed.has(parsed.name)) return void this.#quiet.replaySeen();
    if (this.#isReplaying && !parsed.ok && parsed.name !== null && replayed.has(parsed.name))
      return undefined;
    this.#quiet.seen(this.#turn !== null);
    if (!parsed.ok) {
      if (message.id !== undefined)
        void this.#rpc?.refuse(message.id, `Method not found: ${String(message.method)}`);
      return void this.#context.onPayload(text, parsed);
    }
    if (parsed.name === 'session/request_permission') return this.#decide(parsed.message, text);
    if (parsed.name === 'elicitation/create') {
      const key = requestKey(parsed.message.id, this.#run);
      this.#inbox.add(key, { name: 'question', request: parsed.message });
    }
    if (parsed.name === 'tool_call' || parsed.name === 'tool_call_update')
      this.#inbox.toolSeen(parsed.message);
    if (parsed.name === '$/cancel_request') this.#inbox.withdraw(parsed.message.requestId);
    return void this.#context.onPayload(text, parsed);
  }

  async #decide(request: NativeOf<'session/request_permission'>, text: string): Promise<void> {
    if (await this.#inbox.decide(request)) {
      // Some agents tell of a tool only here.
      return this.#notice({ type: 'allowed', tool: request.params.toolCall });
    }
    this.#inbox.add(requestKey(request.id, this.#run), { name: 'permission', request });
    this.#context.onPayload(text);
  }

  /** The answer to a message is a payload: it is the end of the turn. Those to our other requests say nothing more. */
  #onAnswer(message: RpcMessage, text: string): void {
    if (message.id !== undefined && this.#rpc?.methodOf(message.id) === 'session/prompt')
      this.#context.onPayload(text);
    this.#rpc?.onAnswer(message, text);
  }

  #turnEnded(): void {
    this.#turn = null;
    this.#inbox.turnEnded();
    void this.#inbox.cancelAll();
  }

  #promptFailed(turnId: string, error: unknown): void {
    this.#turnEnded();
    // The agent's own error was a payload.
    if (error instanceof RpcError || this.#isStopped) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#notice({ type: 'promptRefused', turnId, message });
  }

  #notice(notice: Notice): void {
    if (!this.#isStopped || notice.type !== 'wentSilent') this.#context.onNotice(notice);
  }
}

/** The protocol cannot tell an agent to leave out what a folder brings. */
function noWayWithout({ id, name = id }: AcpDeclaration): string {
  return `${name} was not started: it has no option to leave out what a folder brings, and this one is not trusted`;
}
