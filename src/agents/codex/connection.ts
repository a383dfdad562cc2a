import type { PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { Connection, ConnectionContext, ConnectionReady, ProcessExit } from '../agent.js';
import { cleanExit, failedExit } from '../kit/exits.js';
import { RpcError } from '../kit/json-rpc.js';
import { Incoming } from './incoming.js';
import { type CodexParsed, parser, type ThreadResultOf } from './native.js';
import { threadParams } from './policy.js';
import { promptParams } from './prompt.js';
import { permissionReply, questionReply } from './replies.js';
import type { CodexServer, ThreadLine, ThreadListener } from './server.js';
import { ThreadSettings } from './settings.js';
import { threadMetadata, threadResult } from './thread.js';
import { TurnWatch } from './turn-watch.js';

export interface CodexConnectionOptions {
  /** Interrupt timeout: Codex never answers one for a turn that was interrupted already. */
  interruptMs?: number;
  /** How long Codex may take to unload a thread. */
  stopMs?: number;
  /** Called when the server is no longer needed; resolves when what ends with it is gone. */
  release?(): Promise<void>;
}

/** Our end of a thread on a shared server. */
export class CodexConnection implements Connection, ThreadListener {
  readonly #context: ConnectionContext;
  readonly #server: CodexServer;
  readonly #interruptMs: number;
  readonly #stopMs: number;
  readonly #release: () => Promise<void>;
  readonly #turns = new TurnWatch();
  /** The turns of sub-agents, by thread. */
  readonly #subAgentTurns = new Map<string, TurnWatch>();
  readonly #incoming: Incoming;
  readonly #settings: ThreadSettings;
  #thread: string | null = null;
  #model: string | null = null;
  #gone = false;
  #stopping: Promise<void> | null = null;

  constructor(context: ConnectionContext, server: CodexServer, options: CodexConnectionOptions = {}) {
    this.#context = context;
    this.#server = server;
    this.#interruptMs = options.interruptMs ?? 5_000;
    this.#stopMs = options.stopMs ?? 5_000;
    this.#release = options.release ?? (async () => {});
    this.#settings = new ThreadSettings(context, context.resume !== null);
    this.#incoming = new Incoming({
      answer: (id, result) => server.answer(id, result),
      refuse: (request) => server.refuse(request),
      editableFolder: () =>
        this.#settings.current.permissionMode === 'acceptEdits' ? context.directory : null,
      onPayload: (text, parsed) => context.onPayload(text, parsed),
      onNotice: (notice) => context.onNotice(notice),
      turnsOf: (thread) => this.#turnsOf(thread),
    });
  }

  async start(): Promise<ConnectionReady> {
    this.#server.join(this);
    try {
      const result = await this.#openThread();
      return { nativeSessionId: this.#thread, metadata: threadMetadata(result) };
    } catch (error) {
      this.#leave(failedExit(error));
      throw error;
    }
  }

  async prompt(prompt: Prompt): Promise<void> {
    // While a turn runs, `turn/start` would steer it.
    await this.#turns.idle();
    if (this.#gone) return;
    try {
      await this.#startTurn(prompt).catch(async (error: unknown) => {
        if (this.#thread === null || !isUnloaded(error)) throw error;
        await this.#resumeThread(this.#thread);
        await this.#startTurn(prompt);
      });
    } catch (error) {
      if (this.#gone) return;
      const code = error instanceof RpcError ? error.code : 0;
      const message = error instanceof Error ? error.message : String(error);
      this.#incoming.push({ type: 'turnRefused', code, message });
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
    if (this.#thread !== null) await this.interruptThread(this.#thread);
  }

  async interruptThread(threadId: string): Promise<void> {
    const turns = this.#turnsOf(threadId);
    const turnId = await turns.running();
    if (turnId === null || !turns.interrupt(turnId)) return;
    // The outcome comes with the end of the turn; there may be no answer at all.
    await this.#server
      .requestRunning('turn/interrupt', { threadId, turnId }, { ms: this.#interruptMs })
      .catch(() => {});
  }

  /** The protocol has no place for the `message` of a rejection. */
  async replyPermission(key: string, reply: PermissionReply): Promise<void> {
    await this.#incoming.reply(key, (request) => permissionReply(request, reply));
  }

  async answerQuestion(key: string, answers: string[][]): Promise<void> {
    await this.#incoming.reply(key, (request) => questionReply(request, answers));
  }

  async rejectQuestion(key: string): Promise<void> {
    await this.#incoming.reply(key, (request) => questionReply(request, null));
  }

  async configure(settings: SessionSettings): Promise<'taken'> {
    this.#settings.change(settings);
    return 'taken';
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#unload();
    return this.#stopping;
  }

  onLine(line: ThreadLine): void {
    this.#incoming.push(line);
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
    return threadParams(this.#context, this.#settings.current);
  }

  async #resumeThread(threadId: string): Promise<ThreadResultOf> {
    // Without `excludeTurns` the answer would contain the whole conversation.
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
      onResult: (_, text) => {
        const answer = parser.parse(text);
        opened = threadResult(answer);
        this.#onOpened(opened.thread, text, answer);
      },
    });
    return opened!;
  }

  #onOpened({ id, model }: ThreadResultOf['thread'], text: string, answer: CodexParsed): void {
    // Stopped meanwhile: the thread exists all the same, and would keep its MCP servers running.
    if (this.#gone) return void this.#server.unload(id, this.#stopMs);
    this.#thread = id;
    this.#model = model ?? null;
    this.#server.claim(id, this);
    this.#incoming.begin(text, answer);
  }

  /** `/compact` is a command of Codex's own program; the protocol has a method for it. */
  #startTurn(prompt: Prompt): Promise<unknown> {
    if (prompt.message.trim() === '/compact')
      return this.#server.request('thread/compact/start', { threadId: this.#thread });
    const { params, onSent } = this.#settings.nextTurn(this.#model);
    const message = promptParams(prompt, this.#context.directory);
    const started = this.#server.request(
      'turn/start',
      { threadId: this.#thread, ...message, ...params },
      {
        onResult: (result) => {
          onSent();
          this.#turns.accepted((result as { turn: { id: string } }).turn.id);
        },
      },
    );
    this.#turns.starting(started);
    return started;
  }

  #turnsOf(thread: string): TurnWatch {
    if (thread === this.#thread) return this.#turns;
    const turns = this.#subAgentTurns.get(thread) ?? new TurnWatch();
    this.#subAgentTurns.set(thread, turns);
    return turns;
  }

  /** Ends everything that runs for the session. */
  async #unload(): Promise<void> {
    if (this.#gone) return;
    const threads = this.#server.threadsOf(this);
    this.#server.leave(this);
    await Promise.all(threads.map((thread) => this.#server.unload(thread, this.#stopMs)));
    await this.#release();
    this.#leave(cleanExit);
  }

  #leave(exit: ProcessExit): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#incoming.close();
    this.#server.leave(this);
    this.#turns.ended();
    void this.#release();
    this.#context.onExit(exit);
  }
}

/** Codex unloads threads that were idle for long. */
function isUnloaded(error: unknown): boolean {
  return error instanceof RpcError && error.message.startsWith('thread not found');
}
