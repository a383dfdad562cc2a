import type { PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { Connection, ConnectionContext, ConnectionReady, ProcessExit } from '../agent.js';
import { Inbox } from './inbox.js';
import type { Message, ThreadResultOf } from './native.js';
import type { RequestId } from './native-requests.js';
import { collaborationMode, isPlanning, promptParams, threadParams, turnParams } from './policy.js';
import { permissionReply, questionReply } from './replies.js';
import { RpcError } from './rpc.js';
import type { CodexServer, ThreadListener } from './server.js';
import { threadMetadata, threadResult } from './thread.js';
import { TurnWatch } from './turn-watch.js';

export interface CodexConnectionOptions {
  /** How long an interrupt may take: one for a turn that was interrupted already is never answered. */
  interruptMs?: number;
  /** How long Codex may take to put a thread away. */
  stopMs?: number;
  /** Called when the server is not needed any more; resolves when what goes with it is gone. */
  release?(): Promise<void>;
}

const NO_STDERR = { head: '', truncated: false, total_lines: 0 };

/** Our end of a thread on the shared server. */
export class CodexConnection implements Connection, ThreadListener {
  readonly #context: ConnectionContext;
  readonly #server: CodexServer;
  readonly #interruptMs: number;
  readonly #stopMs: number;
  readonly #release: () => Promise<void>;
  readonly #turns = new TurnWatch();
  readonly #inbox: Inbox;
  #thread: string | null = null;
  #model: string | null = null;
  #settings: SessionSettings;
  /** What of the settings the next turn has to tell, since the thread does not have it. */
  #untold: { mode: boolean; rest: boolean };
  /** Lines that came before the answer that begins the session; null once that was handed on. */
  #early: string[] | null = [];
  #gone = false;
  #stopping: Promise<void> | null = null;

  constructor(context: ConnectionContext, server: CodexServer, options: CodexConnectionOptions = {}) {
    this.#context = context;
    this.#server = server;
    this.#interruptMs = options.interruptMs ?? 5_000;
    this.#stopMs = options.stopMs ?? 5_000;
    this.#release = options.release ?? (async () => {});
    this.#inbox = new Inbox({
      answer: (id, result) => server.answer(id, result),
      editable: () => (this.#settings.permissionMode === 'acceptEdits' ? context.directory : null),
    });
    const { model, variant, agentMode, permissionMode } = context;
    this.#settings = { model, variant, agentMode, permissionMode };
    // A mode sticks to a thread: one that goes on may have another than the usual one.
    this.#untold = { mode: isPlanning(context) || context.resume !== null, rest: false };
  }

  async start(): Promise<ConnectionReady> {
    this.#server.join(this);
    try {
      const result = await this.#openThread();
      return { nativeSessionId: this.#thread, metadata: threadMetadata(result) };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      this.#leave({ code: null, signal: null, stderr: NO_STDERR, failure });
      throw error;
    }
  }

  async prompt(prompt: Prompt): Promise<void> {
    // While a turn runs, `turn/start` would steer it.
    await this.#turns.idle();
    if (this.#gone) return;
    try {
      await this.#begin(prompt).catch(async (error: unknown) => {
        if (this.#thread === null || !isUnloaded(error)) throw error;
        await this.#resumeThread(this.#thread);
        await this.#begin(prompt);
      });
    } catch (error) {
      if (this.#gone) return;
      // No turn came of it, so no end of one will come either.
      const { code, message } = error instanceof RpcError ? error : { code: 0, message: String(error) };
      this.#context.onPayload(JSON.stringify({ id: prompt.messageId, error: { code, message } }));
    }
  }

  async steer(prompt: Prompt): Promise<void> {
    const turn = await this.#turns.running();
    if (turn === null) return this.prompt(prompt);
    try {
      await this.#server.requestRunning('turn/steer', {
        threadId: this.#thread,
        expectedTurnId: turn,
        ...promptParams(prompt, this.#context.directory),
      });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The turn has just ended, or is of a kind that cannot be steered: the message must not be lost.
      await this.prompt(prompt);
    }
  }

  async interrupt(): Promise<void> {
    const turn = await this.#turns.running();
    if (turn === null || !this.#turns.interrupt(turn)) return;
    // What there is to know comes with the end of the turn; there may be no answer at all.
    const params = { threadId: this.#thread, turnId: turn };
    await this.#server.requestRunning('turn/interrupt', params, { ms: this.#interruptMs }).catch(() => {});
  }

  /** The protocol has no place for the `message` of a rejection. */
  async replyPermission(key: string, reply: PermissionReply): Promise<void> {
    await this.#inbox.settle(key, (request) => permissionReply(request, reply));
  }

  async answerQuestion(key: string, answers: string[][]): Promise<void> {
    await this.#inbox.settle(key, (request) => questionReply(request, answers));
  }

  async rejectQuestion(key: string): Promise<void> {
    await this.#inbox.settle(key, (request) => questionReply(request, null));
  }

  async configure(settings: SessionSettings): Promise<'taken'> {
    this.#settings = settings;
    this.#untold = { mode: true, rest: true };
    return 'taken';
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#putAway();
    return this.#stopping;
  }

  onNotification(text: string, message: Message | null): void {
    if (message !== null) this.#watch(message);
    this.#handOn(text);
  }

  onRequest(text: string, message: Message & { id: RequestId }): boolean {
    const taken = this.#inbox.take(message);
    // Also what we do not know is handed on, to be seen.
    if (taken !== 'answered') this.#handOn(text);
    return taken !== 'unknown';
  }

  onExit(exit: ProcessExit): void {
    this.#leave(exit);
  }

  #openThread(): Promise<ThreadResultOf> {
    const { resume, fork } = this.#context;
    if (resume === null) return this.#open('thread/start', this.#threadParams());
    if (!fork) return this.#resumeThread(resume);
    return this.#open('thread/fork', { threadId: resume, excludeTurns: true, ...this.#threadParams() });
  }

  #threadParams() {
    return threadParams(this.#context, this.#settings);
  }

  async #resumeThread(threadId: string): Promise<ThreadResultOf> {
    // Without `excludeTurns` all of the conversation would come with the answer.
    const params = { threadId, excludeTurns: true, ...this.#threadParams() };
    this.#server.claim(threadId, this);
    try {
      return await this.#open('thread/resume', params);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // A stop that was cut short leaves the thread archived; where it is not, the first error is the true one.
      await this.#server.request('thread/unarchive', { threadId }).catch(() => Promise.reject(error));
      return this.#open('thread/resume', params);
    }
  }

  async #open(method: string, params: unknown): Promise<ThreadResultOf> {
    let opened: ThreadResultOf | undefined;
    await this.#server.request(method, params, {
      onResult: (_result, text) => {
        opened = threadResult(text);
        const { id, model } = opened.thread;
        // Stopped meanwhile: the thread is there all the same, and would keep its MCP servers.
        if (this.#gone) return void this.#server.unload(id, this.#stopMs);
        this.#thread = id;
        this.#model = model ?? null;
        this.#server.claim(id, this);
        this.#beginSession(text);
      },
    });
    return opened!;
  }

  /** The answer begins the session; what came before it belongs behind it. */
  #beginSession(text: string): void {
    const early = this.#early ?? [];
    this.#early = null;
    this.#context.onPayload(text);
    for (const line of early) this.#context.onPayload(line);
  }

  /** A message begins a turn. One is a command of Codex's own program, for which its protocol has another word. */
  #begin(prompt: Prompt): Promise<unknown> {
    if (prompt.message.trim() !== '/compact') return this.#startTurn(prompt);
    return this.#server.request('thread/compact/start', { threadId: this.#thread });
  }

  #startTurn(prompt: Prompt): Promise<unknown> {
    const settings = this.#settings;
    const started = this.#server.request(
      'turn/start',
      {
        threadId: this.#thread,
        ...promptParams(prompt, this.#context.directory),
        ...(this.#untold.rest ? turnParams(settings) : {}),
        ...(settings.variant === null ? {} : { effort: settings.variant }),
        ...this.#collaboration(),
      },
      {
        onResult: (result) => {
          // Unless they have changed again meanwhile.
          if (this.#settings === settings) this.#untold = { mode: false, rest: false };
          this.#turns.started((result as { turn: { id: string } }).turn.id);
        },
      },
    );
    this.#turns.starting(started);
    return started;
  }

  #collaboration() {
    const model = this.#settings.model ?? this.#model;
    if (!this.#untold.mode || model === null) return {};
    return { collaborationMode: collaborationMode(this.#settings, model) };
  }

  #watch(message: Message): void {
    this.#inbox.watch(message);
    const { threadId, turn } = message.params as { threadId?: string; turn?: { id: string } };
    if (threadId !== this.#thread || turn === undefined) return;
    if (message.method === 'turn/started') this.#turns.started(turn.id);
    if (message.method !== 'turn/completed') return;
    this.#turns.ended();
    this.#inbox.abandon(turn.id);
  }

  #handOn(text: string): void {
    if (this.#early !== null) this.#early.push(text);
    else if (!this.#gone) this.#context.onPayload(text);
  }

  /** Ends what runs for the session. */
  async #putAway(): Promise<void> {
    if (this.#gone) return;
    const threads = this.#server.threadsOf(this);
    this.#server.leave(this);
    await Promise.all(threads.map((thread) => this.#server.unload(thread, this.#stopMs)));
    await this.#release();
    this.#leave({ code: 0, signal: null, stderr: NO_STDERR });
  }

  #leave(exit: ProcessExit): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#server.leave(this);
    this.#turns.ended();
    void this.#release();
    this.#context.onExit(exit);
  }
}

/** Codex has let go of the thread, which it does with one that nobody used for long. */
function isUnloaded(error: unknown): boolean {
  return error instanceof RpcError && error.message.startsWith('thread not found');
}
