import type { PermissionReply, Prompt, SessionSettings } from '../../schema/index.js';
import type { Connection, ConnectionContext, ConnectionReady, ProcessExit } from '../agent.js';
import { cleanExit, failedExit } from '../kit/exits.js';
import { RpcError } from '../kit/json-rpc.js';
import { hasProfiles } from './edit-profile.js';
import { folderParams } from './folder-trust.js';
import { Incoming } from './incoming.js';
import { missingMode } from './modes.js';
import { type CodexParsed, parser, type ThreadResultOf } from './native.js';
import type { CodexNotice, TurnRefused } from './notices.js';
import { threadParams } from './policy.js';
import { promptParams } from './prompt.js';
import { questionReply } from './replies.js';
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
  /** Lets the server read attached files, where it is isolated from them. */
  share?(paths: string[]): Promise<void>;
}

/** Our end of a thread on a shared server. */
export class CodexConnection implements Connection, ThreadListener {
  readonly #context: ConnectionContext;
  readonly #server: CodexServer;
  readonly #interruptMs: number;
  readonly #stopMs: number;
  readonly #release: () => Promise<void>;
  readonly #share: CodexConnectionOptions['share'];
  readonly #turns = new TurnWatch();
  /** The turns of sub-agents that are loaded, by thread. */
  readonly #subAgentTurns = new Map<string, TurnWatch>();
  readonly #incoming: Incoming;
  readonly #settings: ThreadSettings;
  #thread: string | null = null;
  /** Of the thread, as it was opened. */
  #model = '';
  /** False while the session rests. */
  #isLoaded = true;
  #resting: Promise<boolean> | null = null;
  #gone = false;
  #stopping: Promise<void> | null = null;

  constructor(context: ConnectionContext, server: CodexServer, options: CodexConnectionOptions = {}) {
    this.#context = context;
    this.#server = server;
    this.#interruptMs = options.interruptMs ?? 5_000;
    this.#stopMs = options.stopMs ?? 5_000;
    this.#release = options.release ?? (async () => {});
    this.#share = options.share;
    this.#settings = new ThreadSettings(context, context.resume !== null);
    this.#incoming = new Incoming({
      answer: (id, result) => server.answer(id, result),
      refuse: (request) => server.refuse(request),
      editableFolder: () =>
        this.#settings.current.permissionMode === 'acceptEdits' ? context.directory : null,
      onPayload: (text, parsed) => context.onPayload(text, parsed),
      onNotice: (notice) => context.onNotice(notice),
      turnsOf: (thread) => this.#turnsOf(thread),
      onUnloaded: (thread) => void this.#subAgentTurns.delete(thread),
    });
  }

  async start(): Promise<ConnectionReady> {
    this.#server.join(this);
    try {
      await this.#prepareFor(this.#settings.current);
      const result = await this.#openThread();
      return { nativeSessionId: this.#thread, metadata: threadMetadata(result, this.#server.version) };
    } catch (error) {
      this.#leave(failedExit(error));
      throw error;
    }
  }

  async prompt(prompt: Prompt): Promise<void> {
    await this.#resting;
    // While a turn runs, `turn/start` would steer it.
    await this.#turns.idle();
    if (this.#gone) return;
    try {
      if (!this.#isLoaded) await this.#reload();
      await this.#shareFiles(prompt);
      await this.#startTurn(prompt).catch(async (error: unknown) => {
        if (!isUnloaded(error)) throw error;
        await this.#reload();
        await this.#startTurn(prompt);
      });
    } catch (error) {
      if (!this.#gone) this.#incoming.push(refusalOf(error));
    }
  }

  async steer(prompt: Prompt): Promise<void> {
    const turn = await this.#turns.running();
    if (turn === null) return this.prompt(prompt);
    await this.#shareFiles(prompt);
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
    await this.#incoming.replyPermission(key, reply);
  }

  async answerQuestion(key: string, answers: string[][]): Promise<void> {
    await this.#incoming.reply(key, (request) => questionReply(request, answers));
  }

  async rejectQuestion(key: string): Promise<void> {
    await this.#incoming.reply(key, (request) => questionReply(request, null));
  }

  async configure(settings: SessionSettings): Promise<'taken'> {
    await this.#prepareFor(settings);
    this.#settings.change(settings);
    return 'taken';
  }

  /** While a thread is loaded, no other program can write to it. */
  rest(): Promise<boolean> {
    this.#resting ??= this.#unloadIdle().finally(() => {
      this.#resting = null;
    });
    return this.#resting;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#unload();
    return this.#stopping;
  }

  onLine(line: ThreadLine): void {
    this.#incoming.push(line);
  }

  /** The limits of the account matter to those who use it now. */
  onAccountLine(line: ThreadLine): void {
    if (this.#turns.isBusy) this.#incoming.push(line);
  }

  onExit(exit: ProcessExit): void {
    this.#leave(exit);
  }

  /** Asks the program for what the settings need of it. */
  async #prepareFor(settings: SessionSettings): Promise<void> {
    if ((await missingMode(settings, this.#server)) !== null)
      throw new Error(`Codex ${this.#server.version ?? ''} has no plan mode`);
    if (settings.permissionMode === 'acceptEdits')
      this.#settings.hasProfiles = await hasProfiles(this.#server);
  }

  async #openThread(): Promise<ThreadResultOf> {
    const { resume, fork } = this.#context;
    if (resume !== null && !fork) return this.#resumeThread(resume);
    const params = await this.#threadParams();
    if (resume === null) return this.#open('thread/start', params);
    return this.#open('thread/fork', { threadId: resume, excludeTurns: true, ...params });
  }

  async #threadParams() {
    const folder = await folderParams(this.#context);
    return threadParams(this.#context, this.#settings.current, this.#settings.hasProfiles, folder);
  }

  async #resumeThread(threadId: string): Promise<ThreadResultOf> {
    // Without `excludeTurns` the answer would contain the whole conversation.
    const params = { threadId, excludeTurns: true, ...(await this.#threadParams()) };
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
        this.#onOpened(opened, text, answer);
      },
    });
    return opened!;
  }

  #onOpened({ thread: { id }, model }: ThreadResultOf, text: string, answer: CodexParsed): void {
    // Stopped meanwhile: the thread exists all the same, and would keep its MCP servers running.
    if (this.#gone) return void this.#endThread(id);
    const { version } = this.#server;
    if (this.#thread === null && version !== null)
      this.#context.onNotice({ type: 'server', version } satisfies CodexNotice);
    this.#thread = id;
    this.#model = model;
    this.#server.claim(id, this);
    this.#incoming.begin(text, answer);
  }

  async #shareFiles({ attachments }: Prompt): Promise<void> {
    if (attachments.length > 0) await this.#share?.(attachments.map(({ path }) => path));
  }

  /** `/compact` is a command of Codex's own program; the protocol has a method for it. */
  #startTurn(prompt: Prompt): Promise<unknown> {
    if (prompt.message.trim() === '/compact') {
      this.#incoming.push({ type: 'compactionAsked' });
      return this.#server.request('thread/compact/start', { threadId: this.#thread });
    }
    const { params, model, onSent } = this.#settings.nextTurn(this.#model);
    if (model !== null) this.#incoming.push({ type: 'modelChosen', model });
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

  async #unloadIdle(): Promise<boolean> {
    if (!this.#isIdle) return !this.#isLoaded;
    const threads = this.#server.threadsOf(this);
    // The session goes on: it must not see that its thread is closed.
    this.#server.leave(this);
    this.#server.join(this);
    this.#isLoaded = !(await this.#server.unload(this.#thread!, this.#stopMs));
    if (this.#gone) return !this.#isLoaded;
    for (const thread of threads) {
      if (this.#isLoaded) this.#server.claim(thread, this);
      else this.#server.abandon(thread);
    }
    return !this.#isLoaded;
  }

  /** Whether there is a thread that can be unloaded without ending anything. */
  get #isIdle(): boolean {
    const isBusy = [this.#turns, ...this.#subAgentTurns.values()].some((turns) => turns.isBusy);
    return this.#thread !== null && this.#isLoaded && !this.#gone && !isBusy && this.#incoming.isIdle;
  }

  /** Loads the thread again, as others may have left it, and its sub-agents, which Codex does not do by itself. */
  async #reload(): Promise<void> {
    await this.#resumeThread(this.#thread!);
    this.#isLoaded = true;
    this.#settings.reloaded();
    for (const threadId of this.#subAgentTurns.keys()) {
      this.#server.claim(threadId, this);
      // The model is told when it addresses a sub-agent that could not be loaded.
      await this.#server.request('thread/resume', { threadId, excludeTurns: true }).catch(() => {});
    }
  }

  /** Ends everything that runs for the session. */
  async #unload(): Promise<void> {
    await this.#resting;
    if (this.#gone) return;
    // Another program may have a thread that is not loaded here.
    const threads = this.#isLoaded ? this.#server.threadsOf(this) : [];
    this.#server.leave(this);
    await Promise.all(threads.map((thread) => this.#endThread(thread)));
    await this.#release();
    this.#leave(cleanExit);
  }

  async #endThread(threadId: string): Promise<void> {
    const ms = this.#stopMs;
    if (!(await this.#server.unload(threadId, ms)))
      await this.#server.requestRunning('thread/unsubscribe', { threadId }, { ms }).catch(() => {});
    this.#server.abandon(threadId);
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

function refusalOf(error: unknown): TurnRefused {
  const code = error instanceof RpcError ? error.code : 0;
  const message = error instanceof Error ? error.message : String(error);
  const isTaken = message.includes('already has an active writer');
  return {
    type: 'turnRefused',
    code,
    message: isTaken
      ? `The conversation is open in another program, which has to close it: ${message}`
      : message,
  };
}
