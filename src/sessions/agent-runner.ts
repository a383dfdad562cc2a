import { realpath } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Actor } from 'xstate';
import type { agentProcessMachine } from '../../machines/index.js';
import {
  type AgentRuntime,
  type AnyTranslator,
  type Connection,
  type ConnectionContext,
  type ConnectionReady,
  type FolderContents,
  type FolderTrust,
  longLine,
} from '../agents/agent.js';
import type { Draft, DraftOf, ProcessExit } from '../schema/index.js';
import type { AgentSlots, Slot } from './agent-slots.js';
import type { Clock } from './clock.js';
import type { PayloadStorage } from './long-values.js';
import { messageOf } from './message-of.js';
import { OwnProcesses, type PauseReason } from './own-processes.js';
import type { SessionTape } from './recording/session-tape.js';
import { Translation } from './translation.js';
import type { Verdict } from './trust/index.js';
import { processTurns, type Turns } from './turns.js';
import { UnparsedLimit } from './unparsed-limit.js';

export type ConnectionDeps = Omit<ConnectionContext, 'onPayload' | 'onNotice' | 'onExit'>;

export interface AgentRunnerOptions {
  /** The machine that decides when to start and stop; not started yet. */
  process: Actor<typeof agentProcessMachine>;
  translator: AnyTranslator;
  agentRuntime: Pick<AgentRuntime, 'connect'>;
  logger: Pick<Logger, 'error' | 'info'>;
  clock: Clock;
  /** Of the event loop; those of the process by default. */
  turns: Turns | undefined;
  slots: Pick<AgentSlots, 'take'>;
  /** Since when the session has been idle, so that its agent could make room for another; null if it could not. */
  idleSince(): number | null;
  /** How many lines that cannot be parsed are reported one by one. */
  unparsedLines: number;
  /** Looks at the session's folder: may the agent use what it brings? */
  trust(): Promise<Verdict>;
  /** A human has to decide that. The answer is `trust.decided` of the process machine. */
  onAsk(contents: FolderContents): void;
  /** Everything that a connection needs, except for what the runner adds. */
  context(trust: FolderTrust | null): Promise<ConnectionDeps>;
  onReady(ready: ConnectionReady, verdict: Decided): void;
  /** The drafts of one native payload, with its text; null for notices of the connection itself. */
  onDrafts(drafts: Draft[], text: string | null): void;
  onExit(exit: ProcessExit): void;
  /** How many lines could not be parsed, beyond those that are reported one by one. */
  onSummary(draft: DraftOf<'agent.unparsed'>): void;
  /** What the agent is given to translate is recorded. */
  tape: Pick<SessionTape, 'process' | 'translated'>;
  /** See `TranslationOptions`. */
  store(text: string): PayloadStorage | null;
  /** Output of the agent could not be handled. */
  onError(error: unknown): void;
}

type Decided = Extract<Verdict, { type: 'decided' }>;

/** The states of the process in which the agent can be talked to. */
const answering: ReadonlySet<string> = new Set(['ready', 'resting', 'rested', 'rechecking', 'interrupting']);

const NO_STDERR = { head: '', truncated: false, total_lines: 0 };
/** The exit of an agent that was not running. */
export const NOT_RUNNING: ProcessExit = { code: null, signal: null, stderr: NO_STDERR };

/** Starts and stops a session's agent as ordered by its process machine, and translates its output. */
export class AgentRunner {
  readonly #options: AgentRunnerOptions;
  readonly #processes = new OwnProcesses();
  #connection: Connection | null = null;
  #translation: Translation | null = null;
  #slot: Slot | null = null;
  #starting: Promise<boolean> | null = null;
  #ending: Promise<void> | null = null;
  #because: ProcessExit['because'];
  /** Looks at the folder so far: the answer to an earlier one comes too late. */
  #checks = 0;
  #verdict: Decided | null = null;

  constructor(options: AgentRunnerOptions) {
    this.#options = options;
    // One listener for all: each takes memory in every session.
    options.process.on('*', (order) => {
      if (order.type === 'take') this.#slot = this.#takeSlot();
      if (order.type === 'free') this.#free();
      if (order.type === 'check') this.#starting = this.#check();
      if (order.type === 'recheck') void this.#recheck();
      if (order.type === 'start') this.#starting = this.#connect();
      if (order.type === 'end') this.#end(order.because);
    });
  }

  /** The connection, for messages and replies; null if no agent can be talked to. */
  get connection(): Connection | null {
    const { process } = this.#options.process.getSnapshot().value;
    return answering.has(process) ? this.#connection : null;
  }

  /**
   * Starts the agent unless it runs; resolves with whether it is running. One that has to wait for a slot, or for a
   * human to trust its folder, is not, and starts later. `onExit` reports failures.
   */
  start(): Promise<boolean> {
    this.#options.process.send({ type: 'start' });
    return this.#starting ?? Promise.resolve(false);
  }

  /** Stops the agent with all its processes; resolves when they have exited. */
  async stop(because?: ProcessExit['because']): Promise<void> {
    this.#options.process.send({ type: 'stop', ...(because ? { because } : {}) });
    await (this.#ending ?? this.#starting);
  }

  /** Stops reading the agent, unless sessions share its process. Lasts for the processes to come, too. */
  pause(reason: PauseReason): void {
    this.#processes.pause(reason);
  }

  resume(reason: PauseReason): void {
    this.#processes.resume(reason);
  }

  /** The characters of the agent's output that wait for their turn. */
  get untranslated(): number {
    return this.#translation?.untranslated ?? 0;
  }

  /** Whether the agent's output comes from a server that is read for other sessions, too. */
  get isShared(): boolean {
    return this.#processes.isNone;
  }

  #takeSlot(): Slot {
    const { process, slots, idleSince } = this.#options;
    return slots.take({
      onAdmitted: () => process.send({ type: 'admitted' }),
      idleSince,
      yield: () => process.send({ type: 'yield' }),
    });
  }

  #end(because: ProcessExit['because'] | null): void {
    const { logger } = this.#options;
    this.#because = because ?? undefined;
    this.#ending = this.#connection?.stop() ?? null;
    this.#ending?.catch((error: unknown) => logger.error({ err: error }, 'the agent could not be ended'));
  }

  #free(): void {
    this.#slot?.free();
    this.#starting = null;
  }

  async #check(): Promise<boolean> {
    const { process, trust, onAsk } = this.#options;
    const number = ++this.#checks;
    const isLate = () => number !== this.#checks || !process.getSnapshot().matches({ process: 'checking' });
    try {
      const verdict = await trust();
      if (isLate()) return false;
      if (verdict.type === 'decided') {
        this.#verdict = verdict;
        process.send({ type: 'trust.decided' });
        return (await this.#starting) ?? false;
      }
      process.send({ type: 'trust.asked' });
      onAsk(verdict.contents);
    } catch (error) {
      if (!isLate()) this.#exited({ failure: messageOf(error), ...NOT_RUNNING });
    }
    return false;
  }

  /** Whatever else comes of it is left to the check before the next start. */
  async #recheck(): Promise<void> {
    const { process, trust } = this.#options;
    const number = ++this.#checks;
    const verdict = await trust().catch(() => null);
    if (number !== this.#checks || !process.getSnapshot().matches({ process: 'rechecking' })) return;
    process.send({ type: isSame(verdict, this.#verdict) ? 'trust.decided' : 'trust.changed' });
  }

  async #connect(): Promise<boolean> {
    const { process, agentRuntime, context, onReady, onDrafts, onSummary } = this.#options;
    const { unparsedLines: limit, clock } = this.#options;
    const unparsed = new UnparsedLimit({ limit, clock, onDrafts, onSummary });
    let translation: Translation | null = null;
    let isGone = false;
    /** Why the agent is stopped before it was ready: that is what happened, not the signal. */
    let failure: string | null = null;
    const exited = (given: ProcessExit) => {
      if (isGone) return;
      isGone = true;
      const exit = failure === null ? given : { failure, ...given };
      // The exit comes after all output.
      const report = () => {
        unparsed.report();
        this.#exited(exit);
      };
      if (translation) translation.after(report);
      else report();
    };
    let connection: Connection | null = null;
    try {
      // The previous process may have exited, but still be cleaning up.
      if (this.#ending) await this.#ending;
      const verdict = this.#verdict!;
      const deps = await context(verdict.trust);
      const output = await this.#translate(deps.directory, unparsed);
      if (!process.getSnapshot().matches({ process: 'starting' }))
        throw new Error('ended before it was started');
      translation = output;
      this.#translation = output;
      connection = agentRuntime.connect({
        ...deps,
        spawn: this.#processes.tracked((options) =>
          deps.spawn({
            onLongLine: (text, limit) => output.add({ from: 'agent', text, parsed: longLine(limit) }),
            ...options,
          }),
        ),
        onPayload: (text, parsed) => output.add({ from: 'agent', text, parsed }),
        onNotice: (notice) => output.add({ from: 'connection', notice }),
        onExit: exited,
      });
      this.#connection = connection;
      const ready = await connection.start();
      if (isGone) return false;
      // Before the machine is notified, which may deliver a message at once: the session has to start first.
      onReady(ready, verdict);
      const { model, variant, agentMode, permissionMode } = deps;
      process.send({ type: 'ready', settings: { model, variant, agentMode, permissionMode } });
      return true;
    } catch (error) {
      failure = messageOf(error);
      await connection?.stop();
      exited({ code: null, signal: null, stderr: NO_STDERR });
      return false;
    }
  }

  /** Each process has its own translator state. */
  async #translate(directory: string, unparsed: UnparsedLimit): Promise<Translation> {
    const { translator, turns = processTurns, onError, store, tape } = this.#options;
    const real = await realpath(directory).catch(() => directory);
    const roots = real === directory ? [directory] : [directory, real];
    const onDrafts = (drafts: Draft[], text: string | null) => unparsed.take(drafts, text);
    tape.process(roots);
    return new Translation({
      translator,
      directory,
      roots,
      turns,
      onDrafts,
      onInput: (input, outcome) => tape.translated(input, outcome),
      store,
      onBehind: () => this.pause('turns'),
      onCaughtUp: () => this.resume('turns'),
      onError,
    });
  }

  /** An agent that was stopped because it was late exits by a signal, which explains nothing. */
  #withDeadline(exit: ProcessExit, because: ProcessExit['because']): ProcessExit {
    if (because !== 'start_timeout') return exit;
    const { startTimeoutMs } = this.#options.process.getSnapshot().context;
    return { ...exit, failure: `the agent was not ready within ${startTimeoutMs / 1000} s` };
  }

  #exited(exit: ProcessExit): void {
    const because = this.#because;
    this.#because = undefined;
    this.#connection = null;
    this.#starting = null;
    this.#options.process.send({ type: 'exited' });
    this.#options.logger.info({ code: exit.code, signal: exit.signal, because }, 'agent exited');
    this.#options.onExit({ ...this.#withDeadline(exit, because), ...(because ? { because } : {}) });
  }
}

function isSame(verdict: Verdict | null, known: Decided | null): boolean {
  if (verdict?.type !== 'decided' || known === null) return false;
  const [now, then] = [verdict.trust, known.trust];
  return now?.isTrusted === then?.isTrusted && now?.contents === then?.contents;
}
