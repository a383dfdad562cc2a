import type { Decision, Native, NativeCommand } from '../native.js';
import type { MatchMessage } from './match.js';
import type { Memory } from './memory.js';
import { type Options, VERSION } from './options.js';
import type { Output } from './output.js';
import { type Outcome, Turn } from './turn.js';

type Reply = Decision | string[][] | null;

interface PendingRequest {
  of: 'permission' | 'question';
  resolve(reply: Reply): void;
}

/** One conversation: applies commands to the running turn and the pending requests. */
export class Session {
  readonly options: Options;
  readonly memory: Memory;
  readonly output: Output;
  #turn: Turn | null = null;
  #pending = new Map<string, PendingRequest>();
  #exitHooks = new Set<() => void>();
  // Keeps ids unique in a resumed session, whose earlier ids this process does not know.
  #run = Date.now().toString(36);
  #ids = 0;

  constructor(options: Options, memory: Memory, output: Output) {
    this.options = options;
    this.memory = memory;
    this.output = output;
  }

  hello(): void {
    const { model, effort, mode, permissionMode } = this.options;
    const { nativeId, resumed, messages } = this.memory;
    this.send({
      type: 'ready',
      session: nativeId,
      version: VERSION,
      protocol: 1,
      model,
      effort,
      mode,
      permission_mode: permissionMode,
      cwd: process.cwd(),
      resumed,
      messages,
    });
  }

  handle(command: Exclude<NativeCommand, { type: 'hello' }>, match: MatchMessage): void {
    switch (command.type) {
      case 'user':
        this.#user(command, match);
        break;
      case 'steer':
        this.#steer(command.text);
        break;
      case 'interrupt':
        if (this.#turn !== null) this.finish(this.#turn, 'interrupted');
        break;
      case 'permission_response':
        this.#resolve(command.request, 'permission', command.decision);
        break;
      case 'question_response':
        this.#resolve(command.request, 'question', command.answers);
        break;
    }
  }

  send(message: Native): void {
    this.output.send(message);
  }

  sendError(code: string, message: string): void {
    this.send({ type: 'error', code, message, retryable: false });
  }

  nextId(prefix: string): string {
    return `${prefix}_${this.#run}_${++this.#ids}`;
  }

  /** Resolves with the human's reply. After an interrupt it never resolves, which ends the scenario there. */
  waitFor(of: 'permission', request: string): Promise<Decision>;
  waitFor(of: 'question', request: string): Promise<string[][] | null>;
  waitFor(of: PendingRequest['of'], request: string): Promise<Reply> {
    return new Promise((resolve) => this.#pending.set(request, { of, resolve }));
  }

  /** Ends the turn immediately. A scenario that is still running cannot send any more. */
  finish(turn: Turn, outcome: Outcome): void {
    if (this.#turn !== turn) return;
    this.#turn = null;
    for (const [request, { of }] of this.#pending) this.send({ type: 'request_cancelled', request, of });
    this.#pending.clear();
    turn.end(outcome);
  }

  /** Registers a function to run before the process exits; returns a function that removes it. */
  onExit(hook: () => void): () => void {
    this.#exitHooks.add(hook);
    return () => this.#exitHooks.delete(hook);
  }

  /** Exits after all output was written. */
  async exit(code: number): Promise<never> {
    await this.output.flushed();
    this.exitNow(code);
  }

  /** Exits immediately, after the exit hooks. */
  exitNow(code: number): never {
    for (const hook of this.#exitHooks) hook();
    process.exit(code);
  }

  #user({ text, turn, attachments = [] }: NativeCommand & { type: 'user' }, match: MatchMessage): void {
    if (this.#turn !== null) {
      this.sendError('busy', 'A turn is running: steer it, or wait for its end');
      return;
    }
    const started = this.#begin(text, turn ?? null);
    for (const { path } of attachments) {
      this.send({ type: 'system', block: this.nextId('sys'), text: `Attached: ${path}` });
    }
    const { scenario, rest } = match(text);
    void started.run((turn) => scenario(turn, rest));
  }

  #steer(text: string): void {
    if (this.#turn !== null) {
      this.memory.addMessage();
      this.#turn.say(`steered: ${text}`);
      return;
    }
    // The turn has just ended: the message gets its own turn, as it must not be lost.
    void this.#begin(text, null).run((turn) => turn.say(`steered: ${text}`));
  }

  #begin(text: string, id: string | null): Turn {
    const turn = new Turn(this, id, text);
    this.#turn = turn;
    this.send({ type: 'turn_started', turn: id, number: this.memory.addMessage() });
    return turn;
  }

  /** Ignores a reply to a request that was just cancelled. */
  #resolve(request: string, of: PendingRequest['of'], reply: Reply): void {
    const pending = this.#pending.get(request);
    if (pending?.of !== of) return;
    this.#pending.delete(request);
    pending.resolve(reply);
  }
}
