import { setTimeout as sleep } from 'node:timers/promises';
import type { PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { Connection, ConnectionContext, ConnectionReady, ProcessExit } from '../agent.js';
import { cleanExit, failedExit } from '../kit/exits.js';
import { ChildSessions } from './child-sessions.js';
import { ContextWindows } from './context-windows.js';
import { openConversation } from './conversation.js';
import type { SessionEvent } from './envelope.js';
import { HttpError, type Method } from './http.js';
import { Inbox } from './inbox.js';
import { Intake } from './intake.js';
import { readMcpServers } from './mcp-servers.js';
import { messageId } from './message-id.js';
import type { Notice } from './notices.js';
import { isCompaction, partsOf, settingsOf } from './prompt.js';
import { recover } from './recovery.js';
import type { OpenCodeServer, SessionListener } from './server.js';
import { TurnWatch } from './turn-watch.js';

export interface OpenCodeConnectionOptions {
  /** How long to wait for more after an idle that came too early. */
  restMs?: number;
  /** How often the server may try to reach a model. */
  attempts?: number;
  /** Stop timeout: for something to abort, and for the abort. */
  stopMs?: number;
  /** Compaction timeout. */
  compactMs?: number;
  /** Called when the server is no longer needed; resolves when what ends with it is gone. */
  release?(): Promise<void>;
  /** Lets the server read attached files, where it is isolated from them. */
  share?(paths: string[]): Promise<void>;
}

/** Our end of a session on a shared server. */
export class OpenCodeConnection implements Connection, SessionListener {
  readonly #context: ConnectionContext;
  readonly #server: OpenCodeServer;
  readonly #options: Required<OpenCodeConnectionOptions>;
  readonly #turns: TurnWatch;
  readonly #inbox: Inbox;
  readonly #intake: Intake;
  readonly #children = new ChildSessions();
  #settings: SessionSettings;
  #session = '';
  /** The message that began the running turn, and when. */
  #begun: { message: string | null; since: number } = { message: null, since: 0 };
  #isRecovering = false;
  /** Resolves when nothing of the last turn is under way any more. */
  #tidied: Promise<unknown> = Promise.resolve();
  #isGone = false;
  #stopping: Promise<void> | null = null;

  constructor(context: ConnectionContext, server: OpenCodeServer, options: OpenCodeConnectionOptions = {}) {
    const { directory, permissionMode } = context;
    this.#context = context;
    this.#server = server;
    this.#settings = context;
    this.#options = {
      restMs: 1_000,
      attempts: 5,
      stopMs: 10_000,
      compactMs: 600_000,
      release: async () => {},
      share: async () => {},
      ...options,
    };
    const { restMs, attempts } = this.#options;
    this.#inbox = new Inbox({
      post: (path, body) => server.callRunning('POST', path, { directory, body }),
      permissionMode,
      directory,
    });
    this.#turns = new TurnWatch({
      restMs,
      onSilence: () => this.#notice({ type: 'wentSilent' }),
      onRest: () => this.#tidy(this.#inbox.abandon((session) => !this.#children.outlivesTurn(session))),
    });
    this.#intake = new Intake({
      turns: this.#turns,
      inbox: this.#inbox,
      children: this.#children,
      windows: new ContextWindows((path, ms) => server.callRunning('GET', path, { directory, ms })),
      attempts,
      onPayload: (text, parsed) => {
        if (this.#isActive) context.onPayload(text, parsed);
      },
      onNotice: (notice) => this.#notice(notice),
      onGaveUp: () => void this.#abort(this.#session),
      onUnexpectedApproval: ({ sessionID, requestID }) => {
        this.#notice({ type: 'unexpectedApproval', request: requestID });
        // A sub-agent in the background is not stopped with the turn.
        for (const session of new Set([this.#session, sessionID])) void this.#abort(session);
      },
    });
  }

  async start(): Promise<ConnectionReady> {
    this.#server.join(this);
    try {
      const conversation = await openConversation((...call) => this.#call(...call), this.#context);
      const { info } = conversation;
      this.#session = info.id;
      this.#intake.opened(conversation);
      if (!this.#isGone) this.#server.claim(info.id, this);
      const version = this.#server.version ?? info.version ?? null;
      this.#notice({ type: 'sessionOpened', info, version, resumed: this.#context.resume !== null });
      void this.#reportMcpServers();
      return { nativeSessionId: info.id, metadata: { version, cwd: info.directory } };
    } catch (error) {
      this.#leave(failedExit(error));
      throw error;
    }
  }

  async prompt(prompt: Prompt): Promise<void> {
    await this.#send(prompt, () => true);
  }

  /** A message into a running turn joins it. Where the turn has just ended, the message begins a turn of its own. */
  async steer(prompt: Prompt): Promise<void> {
    await this.#send(prompt, () => this.#turns.isRunning);
  }

  async interrupt(): Promise<void> {
    if (await this.#turns.answering()) await this.#abort(this.#session);
  }

  /** The turn goes on: to the model, the call to the sub-agent has failed. */
  async interruptThread(thread: string): Promise<void> {
    await this.#abort(thread);
    await this.#inbox.abandon((session) => this.#children.isWithin(session, thread));
  }

  replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    return this.#inbox.reply(key, reply, message);
  }

  answerQuestion(key: string, answers: string[][]): Promise<void> {
    return this.#inbox.answer(key, answers);
  }

  rejectQuestion(key: string): Promise<void> {
    return this.#inbox.rejectQuestion(key);
  }

  /** All settings are sent with each message, or are kept here. */
  async configure(settings: SessionSettings): Promise<'taken'> {
    this.#settings = settings;
    this.#inbox.permissionMode = settings.permissionMode;
    return 'taken';
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  onEvent(event: SessionEvent): void {
    this.#intake.push(event);
  }

  onGap(): void {
    const isAtWork = this.#turns.isRunning || this.#children.inBackground.length > 0;
    if (!isAtWork || this.#isRecovering) return;
    this.#isRecovering = true;
    const recovered = this.#recover().finally(() => {
      this.#isRecovering = false;
    });
    // Where that fails, the events from now on have to do.
    this.#intake.hold(recovered);
  }

  onExit(exit: ProcessExit): void {
    this.#leave(exit);
  }

  /** The answer takes as long as the slowest of them needs to start, or to fail. */
  async #reportMcpServers(): Promise<void> {
    const { directory } = this.#context;
    const read = () => this.#server.callRunning('GET', '/mcp', { directory });
    const servers = await readMcpServers(read).catch(() => null);
    if (servers !== null) this.#notice({ type: 'mcpServers', ...servers });
  }

  /** `isOfTurn` tells whether the message belongs to the turn that it names. */
  async #send(prompt: Prompt, isOfTurn: () => boolean): Promise<void> {
    await this.#options.share(prompt.attachments.map(({ path }) => path));
    const parts = await partsOf(prompt, this.#context.directory);
    await this.#tidied;
    if (this.#isGone) return;
    const { turnId, messageId: clientMessageId } = prompt;
    const settings = settingsOf(this.#settings);
    const summarizer = isCompaction(prompt) ? (settings.model ?? this.#intake.model) : null;
    const id = messageId();
    const wasRunning = this.#turns.isRunning;
    // The server makes up the id of the message that stands for a compaction.
    const notice = { turnId, messageId: summarizer === null ? id : null, clientMessageId };
    if (isOfTurn()) this.#notice({ type: 'prompted', ...notice });
    if (!wasRunning) {
      this.#begun = { message: id, since: Date.now() };
      this.#intake.turnBegins();
    }
    this.#turns.sent();
    try {
      if (summarizer === null) await this.#post('prompt_async', { messageID: id, ...settings, parts });
      // This is answered when the compaction is done.
      else await this.#post('summarize', summarizer, this.#options.compactMs);
    } catch (error) {
      if (this.#isGone) return;
      // A running turn goes on without the message.
      if (wasRunning) throw error;
      this.#refused(turnId, error);
    }
  }

  /** No turn came of a prompt, so no event will end it. */
  #refused(turnId: string, error: unknown): void {
    const { status = null, kind: name = null } = error instanceof HttpError ? error : {};
    const message = error instanceof Error ? error.message : String(error);
    this.#turns.ended();
    this.#notice({ type: 'promptRefused', turnId, message, status, name });
  }

  #post(action: string, body: object, ms?: number): Promise<unknown> {
    return this.#call('POST', `/session/${this.#session}/${action}`, body, ms);
  }

  #call(method: Method, path: string, body?: object, ms?: number): Promise<unknown> {
    const { directory } = this.#context;
    return this.#server.call(method, path, { directory, body, ms });
  }

  /**
   * The next message has to wait for the answer, as it might be aborted as well. The server aborts sub-agents first, and
   * lets the model that called them go on meanwhile. A second request finds them aborted, and stops the model at once.
   */
  async #abort(session: string): Promise<void> {
    const { directory } = this.#context;
    const path = `/session/${encodeURIComponent(session)}/abort`;
    const post = () => this.#server.callRunning('POST', path, { directory, ms: this.#options.stopMs });
    // Whether it worked is seen by the end of the turn.
    const aborted = Promise.allSettled(this.#children.hasBusyBelow(session) ? [post(), post()] : [post()]);
    this.#tidy(aborted);
    await aborted;
  }

  #tidy(work: Promise<unknown>): void {
    this.#tidied = Promise.all([this.#tidied, work]);
  }

  async #recover(): Promise<void> {
    const { directory } = this.#context;
    const missed = await recover(this.#server, {
      session: this.#session,
      directory,
      ...this.#begun,
      subAgents: this.#children.inBackground,
    });
    if (this.#isGone) return;
    for (const { session } of missed.recovered) this.#server.claim(session, this);
    await this.#intake.makeUpFor(missed);
  }

  /** Whether the session still takes payloads and notices. */
  get #isActive(): boolean {
    return !this.#isGone && this.#stopping === null;
  }

  #notice(notice: Notice): void {
    if (this.#isActive) this.#context.onNotice(notice);
  }

  /** Aborts what runs for the session, and leaves the server. */
  async #stop(): Promise<void> {
    if (this.#isGone) return;
    await this.#within(this.#turns.answering());
    if (this.#turns.isRunning) {
      await this.#abort(this.#session);
      await this.#within(this.#turns.rest());
    }
    await Promise.all(this.#children.inBackground.map((session) => this.interruptThread(session)));
    await this.#tidied;
    this.#server.leave(this);
    await this.#options.release();
    this.#leave(cleanExit);
  }

  #within(promise: Promise<unknown>): Promise<unknown> {
    return Promise.race([promise, sleep(this.#options.stopMs, undefined, { ref: false })]);
  }

  #leave(exit: ProcessExit): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#server.leave(this);
    this.#turns.ended();
    void this.#options.release();
    this.#context.onExit(exit);
  }
}
