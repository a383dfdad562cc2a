import type { Decision, Native, NativeCommand } from '../native.js';
import type { MatchMessage } from './match.js';
import type { Memory } from './memory.js';
import { type Options, version } from './options.js';
import type { Output } from './output.js';
import { type Outcome, Turn } from './turn.js';

type Reply = Decision | string[][] | null;

interface Waiting {
  of: 'permission' | 'question';
  resolve(reply: Reply): void;
}

/** One conversation: what comes in meets the turn that runs and the requests that wait. */
export class Session {
  readonly options: Options;
  readonly memory: Memory;
  readonly output: Output;
  #turn: Turn | null = null;
  #waiting = new Map<string, Waiting>();
  #closers = new Set<() => void>();
  // Ids must not come again in a resumed session, and this process knows nothing of the ids of the last one.
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
      version,
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

  take(command: Exclude<NativeCommand, { type: 'hello' }>, match: MatchMessage): void {
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
        this.#settle(command.request, 'permission', command.decision);
        break;
      case 'question_response':
        this.#settle(command.request, 'question', command.answers);
        break;
    }
  }

  send(message: Native): void {
    this.output.send(message);
  }

  complain(code: string, message: string): void {
    this.send({ type: 'error', code, message, retryable: false });
  }

  nextId(prefix: string): string {
    return `${prefix}_${this.#run}_${++this.#ids}`;
  }

  /** Resolves with the human's reply. An interrupt leaves it pending for ever, as nobody goes on from there. */
  waitFor(of: 'permission', request: string): Promise<Decision>;
  waitFor(of: 'question', request: string): Promise<string[][] | null>;
  waitFor(of: Waiting['of'], request: string): Promise<Reply> {
    return new Promise((resolve) => this.#waiting.set(request, { of, resolve }));
  }

  /** Ends the turn here and now. What is still running of it can send no more. */
  finish(turn: Turn, outcome: Outcome): void {
    if (this.#turn !== turn) return;
    this.#turn = null;
    for (const [request, { of }] of this.#waiting) this.send({ type: 'request_cancelled', request, of });
    this.#waiting.clear();
    turn.end(outcome);
  }

  /** Has something done before the process exits; the returned function takes it back. */
  onExit(close: () => void): () => void {
    this.#closers.add(close);
    return () => this.#closers.delete(close);
  }

  /** Exits once all that was sent has left. */
  async exit(code: number): Promise<never> {
    await this.output.flushed();
    this.die(code);
  }

  /** Exits now, and lets nothing that it runs outlive it. */
  die(code: number): never {
    for (const close of this.#closers) close();
    process.exit(code);
  }

  #user({ text, turn, attachments = [] }: NativeCommand & { type: 'user' }, match: MatchMessage): void {
    if (this.#turn !== null) {
      this.complain('busy', 'A turn is running: steer it, or wait for its end');
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
    // It crossed with the end of the turn. A human wrote it, so it is not lost but gets a turn of its own.
    void this.#begin(text, null).run((turn) => turn.say(`steered: ${text}`));
  }

  #begin(text: string, id: string | null): Turn {
    const turn = new Turn(this, id, text);
    this.#turn = turn;
    this.send({ type: 'turn_started', turn: id, number: this.memory.addMessage() });
    return turn;
  }

  /** A reply to what waits no more crossed with its cancellation, and means nothing. */
  #settle(request: string, of: Waiting['of'], reply: Reply): void {
    const waiting = this.#waiting.get(request);
    if (waiting?.of !== of) return;
    this.#waiting.delete(request);
    waiting.resolve(reply);
  }
}
