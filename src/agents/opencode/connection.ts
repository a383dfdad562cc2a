import { setTimeout as sleep } from 'node:timers/promises';
import type { PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { Connection, ConnectionContext, ConnectionReady, ProcessExit } from '../agent.js';
import { openConversation } from './conversation.js';
import { messageOf, type ServerEvent, sessionOf } from './envelope.js';
import { HttpError } from './http.js';
import { Inbox } from './inbox.js';
import { messageId } from './message-id.js';
import type { Notice } from './native.js';
import { partsOf, wishesFor } from './prompt.js';
import { missed } from './recovery.js';
import type { OpenCodeServer, SessionListener } from './server.js';
import { TurnWatch } from './turn-watch.js';

export interface OpenCodeConnectionOptions {
  /** How long to wait for more after an idle that came too early. */
  restMs?: number;
  /** How often the server may try to reach a model: it would go on for ever. */
  attempts?: number;
  /** How long to wait for something to abort, and for the abort, before the session is left all the same. */
  stopMs?: number;
  /** How long it may take to make a conversation short. */
  compactMs?: number;
  /** Called when the server is not needed any more; resolves when what goes with it is gone. */
  release?(): Promise<void>;
}

interface Model {
  providerID: string;
  modelID: string;
}

const NO_STDERR = { head: '', truncated: false, total_lines: 0 };

/** Our end of a session on the shared server. */
export class OpenCodeConnection implements Connection, SessionListener {
  readonly #context: ConnectionContext;
  readonly #server: OpenCodeServer;
  readonly #options: Required<OpenCodeConnectionOptions>;
  readonly #turns: TurnWatch;
  readonly #inbox: Inbox;
  #settings: SessionSettings;
  #session = '';
  #copied: ReadonlySet<unknown> = new Set();
  /** The model that answered last. */
  #model: Model | null = null;
  /** The message that began the running turn, and when. */
  #begun: { message: string | null; since: number } = { message: null, since: 0 };
  #hasGivenUp = false;
  /** Events that wait for the news of what was missed before them; null where they need not. */
  #held: { text: string; event: ServerEvent | null }[] | null = null;
  /** Done when nothing of the last turn is under way any more. */
  #tidied: Promise<unknown> = Promise.resolve();
  #gone = false;
  #stopping: Promise<void> | null = null;

  constructor(context: ConnectionContext, server: OpenCodeServer, options: OpenCodeConnectionOptions = {}) {
    this.#context = context;
    this.#server = server;
    this.#settings = context;
    this.#options = {
      restMs: 1_000,
      attempts: 5,
      stopMs: 10_000,
      compactMs: 600_000,
      release: async () => {},
      ...options,
    };
    this.#inbox = new Inbox({
      post: (path, body) => this.#call('POST', path, body),
      permissionMode: context.permissionMode,
      directory: context.directory,
    });
    this.#turns = new TurnWatch({
      restMs: this.#options.restMs,
      onSilence: () => this.#tell({ type: 'greenroom.idle', properties: { sessionID: this.#session } }),
      onRest: () => {
        this.#tidied = Promise.all([this.#tidied, this.#inbox.abandon()]);
      },
    });
  }

  async start(): Promise<ConnectionReady> {
    this.#server.join(this);
    try {
      const { info, copied } = await openConversation((...given) => this.#call(...given), this.#context);
      this.#session = info.id;
      this.#copied = copied;
      if (!this.#gone) this.#server.claim(info.id, this);
      const resumed = this.#context.resume !== null;
      this.#tell({ type: 'greenroom.session', properties: { info, resumed } });
      return { nativeSessionId: info.id, metadata: { version: info.version, cwd: info.directory } };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      this.#leave({ code: null, signal: null, stderr: NO_STDERR, failure });
      throw error;
    }
  }

  async prompt(prompt: Prompt): Promise<void> {
    const parts = await partsOf(prompt, this.#context.directory);
    await this.#tidied;
    if (!this.#gone) await this.#send(prompt, parts, true);
  }

  /** What is said during a turn is folded into it. One that has just ended is not begun again: it is a turn of its own. */
  async steer(prompt: Prompt): Promise<void> {
    const parts = await partsOf(prompt, this.#context.directory);
    await this.#tidied;
    if (!this.#gone) await this.#send(prompt, parts, this.#turns.isRunning);
  }

  async interrupt(): Promise<void> {
    if (await this.#turns.answering()) await this.#abort();
  }

  async replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    await this.#inbox.reply(key, reply, message);
  }

  async answerQuestion(key: string, answers: string[][]): Promise<void> {
    await this.#inbox.answer(key, answers);
  }

  async rejectQuestion(key: string): Promise<void> {
    await this.#inbox.reject(key);
  }

  /** All of them are said with each message, or are ours to keep. */
  async configure(settings: SessionSettings): Promise<'taken'> {
    this.#settings = settings;
    this.#inbox.permissionMode = settings.permissionMode;
    return 'taken';
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#putAway();
    return this.#stopping;
  }

  onEvent(text: string, event: ServerEvent | null): void {
    if (this.#held !== null) this.#held.push({ text, event });
    else this.#take(text, event);
  }

  onGap(): void {
    if (!this.#turns.isRunning || this.#held !== null) return;
    this.#held = [];
    void this.#recover()
      // Where that cannot be told, what comes from now on has to do.
      .catch(() => {})
      .then(() => {
        const held = this.#held ?? [];
        this.#held = null;
        for (const { text, event } of held) this.#take(text, event);
      });
  }

  onExit(exit: ProcessExit): void {
    this.#leave(exit);
  }

  async #send(
    { turnId, messageId: clientMessageId, message }: Prompt,
    parts: object[],
    isKnown: boolean,
  ): Promise<void> {
    const sessionID = this.#session;
    const messageID = messageId();
    const compaction = this.#compaction(message);
    const wasRunning = this.#turns.isRunning;
    if (!wasRunning) {
      this.#begun = { message: messageID, since: Date.now() };
      this.#hasGivenUp = false;
    }
    this.#turns.sent();
    if (isKnown)
      this.#tell({
        type: 'greenroom.prompted',
        // The server names the message that stands for a compaction itself.
        properties: { sessionID, turnId, clientMessageId, ...(compaction ? {} : { messageID }) },
      });
    try {
      if (compaction !== null) return await this.#compact(compaction);
      const body = { messageID, ...wishesFor(this.#settings), parts };
      await this.#call('POST', `/session/${sessionID}/prompt_async`, body);
    } catch (error) {
      if (this.#gone) return;
      // The turn that it should have gone into goes on without it.
      if (wasRunning) throw error;
      // No turn came of it, so no end of one will come either.
      const { status = null, kind: name } = error instanceof HttpError ? error : {};
      const why = error instanceof Error ? error.message : String(error);
      this.#turns.ended();
      this.#tell({
        type: 'greenroom.refused',
        properties: { sessionID, turnId, message: why, status, ...(name === undefined ? {} : { name }) },
      });
    }
  }

  /** Who is to make the conversation short, where a message asks for it: a command of OpenCode's own program. */
  #compaction(message: string): Model | null {
    if (message.trim() !== '/compact') return null;
    return wishesFor(this.#settings).model ?? this.#model;
  }

  /** It is answered when it is done. */
  async #compact(model: Model): Promise<void> {
    const { directory } = this.#context;
    const path = `/session/${this.#session}/summarize`;
    await this.#server.call('POST', path, { directory, body: model, ms: this.#options.compactMs });
  }

  #call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> {
    const { directory } = this.#context;
    return this.#server.call(method, path, { directory, ...(body === undefined ? {} : { body }) });
  }

  /** What is sent before the answer might be aborted as well. */
  async #abort(): Promise<void> {
    const { directory } = this.#context;
    const path = `/session/${this.#session}/abort`;
    // What there is to know comes with the end of the turn.
    const aborted = this.#server
      .callRunning('POST', path, { directory, ms: this.#options.stopMs })
      .catch(() => {});
    this.#tidied = Promise.all([this.#tidied, aborted]);
    await aborted;
  }

  #take(text: string, event: ServerEvent | null): void {
    if (event !== null && (this.#copied.has(messageOf(event)) || !this.#inbox.take(event))) return;
    // It was told when we gave up.
    if (event?.type === 'session.error' && this.#hasGivenUp) return;
    this.#handOn(text);
    // What an event leads to comes after it.
    if (event?.type === 'session.status') this.#watchAttempts(event);
    if (event === null || sessionOf(event).id !== this.#session) return;
    this.#turns.watch(event);
    this.#model = modelIn(event) ?? this.#model;
  }

  /** The server tries again and again, also for a sub-agent. */
  #watchAttempts({ properties }: ServerEvent): void {
    const { status } = properties as { status?: { type?: string; attempt?: number; message?: string } };
    const { type, attempt = 0, message = 'The model did not answer' } = status ?? {};
    if (type !== 'retry' || attempt < this.#options.attempts || this.#hasGivenUp) return;
    this.#hasGivenUp = true;
    this.#tell({
      type: 'greenroom.gave_up',
      properties: { sessionID: this.#session, attempt, message },
    });
    void this.#abort();
  }

  async #recover(): Promise<void> {
    const { directory } = this.#context;
    const found = await missed(this.#server, { session: this.#session, directory, ...this.#begun });
    if (this.#gone) return;
    for (const event of found.children) {
      this.#server.claim(sessionOf(event).id!, this);
      this.#handOn(JSON.stringify(event));
    }
    for (const notice of found.healed) this.#tell(notice);
    for (const event of found.requests) {
      if (!this.#inbox.isPending(String(event.properties.id))) this.#take(JSON.stringify(event), event);
    }
    if (found.isIdle) this.#turns.ended();
  }

  #tell(notice: Notice): void {
    this.#handOn(JSON.stringify(notice));
  }

  #handOn(text: string): void {
    if (!this.#gone && this.#stopping === null) this.#context.onPayload(text);
  }

  /** Ends what runs for the session. */
  async #putAway(): Promise<void> {
    if (this.#gone) return;
    await this.#within(this.#turns.answering());
    if (this.#turns.isRunning) {
      await this.#abort();
      await this.#within(this.#turns.rest());
    }
    await this.#tidied;
    this.#server.leave(this);
    await this.#options.release();
    this.#leave({ code: 0, signal: null, stderr: NO_STDERR });
  }

  /** What takes too long is waited for no more. */
  #within(promise: Promise<unknown>): Promise<unknown> {
    return Promise.race([promise, sleep(this.#options.stopMs, undefined, { ref: false })]);
  }

  #leave(exit: ProcessExit): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#server.leave(this);
    this.#turns.ended();
    void this.#options.release();
    this.#context.onExit(exit);
  }
}

/** The model that a user's message was for. */
function modelIn({ type, properties }: ServerEvent): Model | null {
  if (type !== 'message.updated') return null;
  return (properties.info as { model?: Model } | undefined)?.model ?? null;
}
