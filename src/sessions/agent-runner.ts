import type { Logger } from 'pino';
import type { Actor } from 'xstate';
import type { agentProcessMachine } from '../../machines/index.js';
import type {
  AgentRuntime,
  AnyTranslator,
  Connection,
  ConnectionContext,
  ConnectionReady,
  TranslatorInput,
} from '../agents/agent.js';
import type { Draft, ProcessExit } from '../schema/index.js';

export type ConnectionDeps = Omit<ConnectionContext, 'onPayload' | 'onNotice' | 'onExit'>;

export interface AgentRunnerOptions {
  /** The machine that decides when to start and stop; not started yet. */
  process: Actor<typeof agentProcessMachine>;
  translator: AnyTranslator;
  agentRuntime: Pick<AgentRuntime, 'connect'>;
  logger: Pick<Logger, 'error'>;
  /** Everything that a connection needs, except for what the runner adds. */
  context(): Promise<ConnectionDeps>;
  onReady(ready: ConnectionReady): void;
  /** The drafts of one native payload, with its text; null for notices of the connection itself. */
  onDrafts(drafts: Draft[], text: string | null): void;
  onExit(exit: ProcessExit): void;
}

const NO_STDERR = { head: '', truncated: false, total_lines: 0 };

/** Starts and stops a session's agent as ordered by its process machine, and translates its output. */
export class AgentRunner {
  readonly #options: AgentRunnerOptions;
  #connection: Connection | null = null;
  #starting: Promise<boolean> | null = null;
  #ending: Promise<void> | null = null;
  #because: ProcessExit['because'];

  constructor(options: AgentRunnerOptions) {
    this.#options = options;
    // One listener for all: each takes memory in every session.
    options.process.on('*', (order) => {
      if (order.type === 'start') this.#starting = this.#connect();
      if (order.type === 'end') this.#end(order.because);
    });
  }

  /** The connection, for messages and replies; null if no agent is ready. */
  get connection(): Connection | null {
    const snapshot = this.#options.process.getSnapshot();
    const isReady = snapshot.matches({ process: 'ready' }) || snapshot.matches({ process: 'interrupting' });
    return isReady ? this.#connection : null;
  }

  /** Starts the agent unless it runs; resolves with whether it is running. `onExit` reports failures. */
  start(): Promise<boolean> {
    this.#options.process.send({ type: 'start' });
    return this.#starting ?? Promise.resolve(false);
  }

  /** Stops the agent with all its processes; resolves when they have exited. */
  async stop(because?: ProcessExit['because']): Promise<void> {
    this.#options.process.send({ type: 'stop', ...(because ? { because } : {}) });
    await (this.#ending ?? this.#starting);
  }

  #end(because: ProcessExit['because'] | null): void {
    const { logger } = this.#options;
    this.#because = because ?? undefined;
    this.#ending = this.#connection?.stop() ?? null;
    this.#ending?.catch((error: unknown) => logger.error({ err: error }, 'the agent could not be ended'));
  }

  async #connect(): Promise<boolean> {
    const { process, agentRuntime, context, onReady } = this.#options;
    const translate = this.#translation();
    let isGone = false;
    const exited = (exit: ProcessExit) => {
      if (isGone) return;
      isGone = true;
      this.#exited(exit);
    };
    let connection: Connection | null = null;
    try {
      // The previous process may have exited, but still be cleaning up.
      if (this.#ending) await this.#ending;
      const deps = await context();
      if (!process.getSnapshot().matches({ process: 'starting' }))
        throw new Error('ended before it was started');
      connection = agentRuntime.connect({
        ...deps,
        onPayload: (text, parsed) => translate({ from: 'agent', text, parsed }),
        onNotice: (notice) => translate({ from: 'connection', notice }),
        onExit: exited,
      });
      this.#connection = connection;
      const ready = await connection.start();
      if (isGone) return false;
      // Before the machine is notified, which may deliver a message at once: the session has to start first.
      onReady(ready);
      const { model, variant, agentMode, permissionMode } = deps;
      process.send({ type: 'ready', settings: { model, variant, agentMode, permissionMode } });
      return true;
    } catch (error) {
      await connection?.stop();
      const failure = error instanceof Error ? error.message : String(error);
      exited({ code: null, signal: null, stderr: NO_STDERR, failure });
      return false;
    }
  }

  /** Each process has its own translator state. */
  #translation(): (input: TranslatorInput<object>) => void {
    const { translator, onDrafts } = this.#options;
    let state = translator.initial();
    return (input) => {
      const translated = translator.translate(state, input);
      state = translated.state;
      onDrafts(translated.drafts, input.from === 'agent' ? input.text : null);
    };
  }

  #exited(exit: ProcessExit): void {
    const because = this.#because;
    this.#because = undefined;
    this.#connection = null;
    this.#starting = null;
    this.#options.process.send({ type: 'exited' });
    this.#options.onExit({ ...exit, ...(because ? { because } : {}) });
  }
}
