import { type Actor, type ActorOptions, type AnyActorLogic, createActor } from 'xstate';
import { type AgentExit, type AgentProcessInput, agentProcessMachine } from '../../machines/index.js';
import type {
  AgentHost,
  Connection,
  ConnectionContext,
  ConnectionReady,
  ProcessExit,
  Translator,
} from '../agents/agent.js';
import type { Draft } from '../schema/index.js';

/** What turns the time-outs; tests turn it by hand. */
export type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

export type ConnectionGround = Omit<ConnectionContext, 'onPayload' | 'onExit'>;

export interface AgentRunnerOptions {
  translator: Translator<unknown>;
  agentHost: Pick<AgentHost, 'connect'>;
  timeouts: AgentProcessInput;
  clock?: Clock;
  /** All that a connection needs to know but what the runner adds. */
  context(): Promise<ConnectionGround>;
  onReady(ready: ConnectionReady): void;
  /** What one native payload was translated to, with its text. */
  onDrafts(drafts: Draft[], text: string): void;
  onExit(exit: AgentExit): void;
  /** The process machine is in another state. */
  onState?(state: string): void;
}

const NO_STDERR = { head: '', truncated: false, total_lines: 0 };

/** The agent's side of a session: its process, our connection to it, and the translator between. */
export class AgentRunner {
  private connection: Connection | null = null;
  private started: Promise<boolean> | null = null;
  private because: AgentExit['because'];
  private readonly process: Actor<typeof agentProcessMachine>;

  constructor(private readonly options: AgentRunnerOptions) {
    const { timeouts, clock } = options;
    this.process = createActor(agentProcessMachine, { input: timeouts, ...(clock ? { clock } : {}) });
    this.process.on('end', ({ why }) => {
      if (why !== 'stopped') this.because = why;
      void this.connection?.stop();
    });
    this.process.start();
    let known = this.state;
    this.process.subscribe(({ value }) => {
      if (value === known) return;
      known = value;
      options.onState?.(value);
    });
  }

  /** The state of the process machine. */
  get state(): string {
    return this.process.getSnapshot().value;
  }

  get isReady(): boolean {
    return this.state === 'ready' || this.state === 'interrupting';
  }

  /** Starts the agent unless it runs; whether it is there afterwards. What went wrong comes by `onExit`. */
  start(): Promise<boolean> {
    this.started ??= this.connect();
    return this.started;
  }

  /** The connection, for messages and replies; null where no agent runs. */
  get live(): Connection | null {
    return this.isReady ? this.connection : null;
  }

  async interrupt(): Promise<void> {
    this.process.send({ type: 'interrupt' });
    await this.connection?.interrupt();
  }

  turnEnded(): void {
    this.process.send({ type: 'turn.ended' });
  }

  /** Ends the agent with all its processes; resolves when they are gone. */
  async stop(because?: AgentExit['because']): Promise<void> {
    if (!this.started) return;
    this.because ??= because;
    this.process.send({ type: 'stop' });
    if (this.connection) await this.connection.stop();
    else await this.started;
  }

  private async connect(): Promise<boolean> {
    const { translator, agentHost, context, onReady, onDrafts } = this.options;
    let state = translator.initial();
    let gone = false;
    this.process.send({ type: 'start' });
    const exited = (exit: ProcessExit) => {
      if (gone) return;
      gone = true;
      this.exited(exit);
    };
    let connection: Connection | null = null;
    try {
      const ground = await context();
      if (this.state !== 'starting') throw new Error('ended before it was started');
      connection = agentHost.connect({
        ...ground,
        onPayload: (text) => {
          const translated = translator.translate(state, text);
          state = translated.state;
          onDrafts(translated.drafts, text);
        },
        onExit: exited,
      });
      this.connection = connection;
      const ready = await connection.start();
      if (gone) return false;
      this.process.send({ type: 'ready' });
      onReady(ready);
      return true;
    } catch (error) {
      await connection?.stop();
      const failure = error instanceof Error ? error.message : String(error);
      exited({ code: null, signal: null, stderr: NO_STDERR, failure });
      return false;
    }
  }

  private exited(exit: ProcessExit): void {
    const { because } = this;
    this.because = undefined;
    this.connection = null;
    this.started = null;
    this.process.send({ type: 'exited' });
    this.options.onExit({ ...exit, ...(because ? { because } : {}) });
  }
}
