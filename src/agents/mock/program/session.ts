import type { Decision, Native, NativeCommand } from '../native.js';
import { toldCommands } from './commands.js';
import type { MatchMessage } from './match.js';
import type { Memory } from './memory.js';
import { type Options, VERSION } from './options.js';
import type { Output } from './output.js';
import { Spending } from './spending.js';
import type { SubAgent } from './sub-agent.js';
import type { Thread } from './thread.js';
import { type Outcome, Turn } from './turn.js';

type Reply = Decision | string[][] | null;

interface PendingRequest {
  thread: Thread;
  of: 'permission' | 'question';
  resolve(reply: Reply): void;
}

/** One conversation: applies commands to the running turn, its sub-agents and the pending requests. */
export class Session {
  readonly options: Options;
  readonly memory: Memory;
  readonly output: Output;
  readonly spending = new Spending();
  /** The model in use, which a message may change. */
  model: string;
  /** The sub-agent of the latest call. */
  lastAgent: string | null = null;
  #turn: Turn | null = null;
  /** Running sub-agents by id. */
  #agents = new Map<string, SubAgent>();
  #pending = new Map<string, PendingRequest>();
  #exitHooks = new Set<() => void>();
  // Keeps ids unique in a resumed session, whose earlier ids this process does not know.
  #run = Date.now().toString(36);
  #ids = 0;

  constructor(options: Options, memory: Memory, output: Output) {
    this.options = options;
    this.model = options.model;
    this.memory = memory;
    this.output = output;
  }

  hello(): void {
    const { effort, mode, permissionMode } = this.options;
    const { nativeId, resumed, messages } = this.memory;
    this.send({
      type: 'ready',
      session: nativeId,
      version: VERSION,
      protocol: 1,
      model: this.model,
      effort,
      mode,
      permission_mode: permissionMode,
      cwd: process.cwd(),
      resumed,
      messages,
      commands: toldCommands,
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
      case 'interrupt_agent': {
        const agent = this.#agents.get(command.agent);
        if (agent !== undefined) this.endAgent(agent, false);
        break;
      }
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

  /** A note in the main thread, also between turns. */
  notify(text: string): void {
    this.send({ type: 'system', block: this.nextId('sys'), text });
  }

  nextId(prefix: string): string {
    return `${prefix}_${this.#run}_${++this.#ids}`;
  }

  /** Resolves with the human's reply. After an interrupt it never resolves, which ends the scenario there. */
  waitFor(thread: Thread, of: 'permission', request: string): Promise<Decision>;
  waitFor(thread: Thread, of: 'question', request: string): Promise<string[][] | null>;
  waitFor(thread: Thread, of: PendingRequest['of'], request: string): Promise<Reply> {
    return new Promise((resolve) => this.#pending.set(request, { thread, of, resolve }));
  }

  addAgent(agent: SubAgent): void {
    this.lastAgent = agent.agent;
    this.#agents.set(agent.agent!, agent);
  }

  /** Ends a run of a sub-agent, unless it has ended already. */
  endAgent(agent: SubAgent, ok: boolean): void {
    if (this.#agents.get(agent.agent!) !== agent) return;
    this.#endDependents(agent);
    this.#agents.delete(agent.agent!);
    this.send({ type: 'agent_ended', agent: agent.agent!, ok });
    agent.abort();
  }

  /** Ends the turn immediately. A scenario that is still running cannot send any more. */
  finish(turn: Turn, outcome: Outcome): void {
    if (this.#turn !== turn) return;
    this.#turn = null;
    this.#endDependents(turn);
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
      this.notify(`Attached: ${path}`);
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
    const number = this.memory.addMessage();
    this.send({ type: 'turn_started', turn: id, number, model: this.model });
    return turn;
  }

  /** Ends everything that ends with a thread: its sub-agents in the foreground, and its requests. */
  #endDependents(thread: Thread): void {
    for (const agent of this.#agents.values()) {
      if (agent.parent === thread && !agent.isBackground) this.endAgent(agent, false);
    }
    for (const [request, pending] of this.#pending) {
      if (pending.thread !== thread) continue;
      this.#pending.delete(request);
      this.send({ type: 'request_cancelled', request, of: pending.of });
    }
  }

  /** Ignores a reply to a request that was just cancelled. */
  #resolve(request: string, of: PendingRequest['of'], reply: Reply): void {
    const pending = this.#pending.get(request);
    if (pending?.of !== of) return;
    this.#pending.delete(request);
    pending.resolve(reply);
  }
}
