import type { Logger } from 'pino';
import { type Actor, createActor } from 'xstate';
import {
  agentProcessMachine,
  isRun,
  isUnsettled,
  type SessionEmitted,
  type SessionEvent,
  type sessionMachine,
} from '../../machines/index.js';
import {
  type Disposition,
  type Draft,
  type Effect,
  ProblemError,
  type ProcessExit,
  type SessionInfo,
  type SessionSettings,
  type SessionState,
  type UniversalEvent,
} from '../schema/index.js';
import { AgentRunner } from './agent-runner.js';
import { timestamp } from './clock.js';
import type { SessionStanding } from './committer.js';
import type { SessionConfig } from './config.js';
import { Delivery } from './delivery.js';
import { DeltaRun, type Run } from './delta-run.js';
import { infoOf, stateOf } from './info.js';
import { machineInput } from './machine-input.js';
import { rawOf } from './raw.js';
import { type NewRefusal, subjectOf } from './refusals.js';
import { type StoredSession, startMachine } from './restore.js';
import type { SessionDeps } from './session-deps.js';
import { changesIn } from './settings.js';
import { Snapshots } from './snapshots.js';
import { TurnWaiters } from './turn-waiters.js';
import type { UntimedCommand, UntimedInput } from './untimed.js';

type Answer = Extract<SessionEmitted, { type: 'accepted' | 'refused' }>;

/** A running session: connects its machine with the log and the agent. */
export class Session {
  readonly id: string;
  readonly createdAt: number;
  /** Resolves when the session has ended. */
  readonly whenEnded: Promise<void>;
  readonly #deps: SessionDeps;
  readonly #logger: Logger;
  readonly #actor: Actor<typeof sessionMachine>;
  readonly #process: Actor<typeof agentProcessMachine>;
  readonly #runner: AgentRunner;
  readonly #delivery: Delivery;
  readonly #snapshots: Snapshots;
  readonly #turns = new TurnWaiters();
  readonly #deltas = new DeltaRun((run) => this.#takeRun(run));
  #config: SessionConfig;
  #updatedAt: number;
  #valueText: string;
  #announceEnd: () => void = () => {};

  constructor(
    id: string,
    config: SessionConfig,
    createdAt: number,
    deps: SessionDeps,
    stored?: StoredSession,
  ) {
    this.id = id;
    this.createdAt = createdAt;
    this.#deps = deps;
    this.#config = config;
    this.#logger = deps.logger.child({ sessionId: id, agent: config.agent });
    this.#updatedAt = stored?.record.updatedAt ?? createdAt;
    this.#snapshots = new Snapshots(stored?.checkpoint?.sequence ?? 0);
    this.whenEnded = new Promise((resolve) => {
      this.#announceEnd = resolve;
    });
    this.#actor = startMachine(machineInput(id, config, deps.agent), stored);
    this.#valueText = JSON.stringify(this.#actor.getSnapshot().value);
    this.#process = createActor(agentProcessMachine, {
      input: deps.timeouts,
      ...(deps.clock ? { clock: deps.clock } : {}),
    });
    this.#runner = this.#createRunner();
    this.#delivery = this.#createDelivery();
    this.#listen();
  }

  /** The current config, including changes since the session was created. */
  get config(): SessionConfig {
    return this.#config;
  }

  get context() {
    return this.#actor.getSnapshot().context;
  }

  get ended(): boolean {
    return this.context.ended !== null;
  }

  info(): SessionInfo {
    const { id, config, createdAt } = this;
    const { value, context } = this.#actor.getSnapshot();
    return infoOf({ id, config, createdAt, updatedAt: this.#updatedAt, value, context });
  }

  state(): SessionState {
    const { value, context } = this.#actor.getSnapshot();
    return stateOf(value, context, this.#process.getSnapshot().value);
  }

  /** Starts the agent of a new session; resolves when the session has started, or has ended because it could not. */
  async open(): Promise<void> {
    await this.#runner.start();
    await this.#deps.committer.flushed();
  }

  /** Stops the agent without ending the session. */
  stopAgent(because: NonNullable<ProcessExit['because']>): Promise<void> {
    return this.#runner.stop(because);
  }

  /** Resolves when the effects of the command are stored. A refusal rejects with a ProblemError. */
  async command(command: UntimedCommand): Promise<Disposition | null> {
    const answer = this.#answerTo(command);
    if (answer?.type === 'refused') {
      const { problem } = answer;
      this.#logger.info({ command: command.type, problem: problem.type }, 'refused');
      this.#refuse({ input: command.type, subject: subjectOf(command), reason: problem.detail, problem });
      throw ProblemError.of(problem);
    }
    await this.#save();
    return answer?.disposition ?? null;
  }

  /** Changes the settings of the agent, or the title. They apply from the next turn at the latest. */
  async configure({ title, ...settings }: SessionSettings & Pick<SessionConfig, 'title'>): Promise<void> {
    if (this.ended) throw new ProblemError('session_ended', `session ${this.id} has ended`);
    this.#config = { ...this.config, title };
    const detail = changesIn(this.config, settings);
    if (detail === '') await this.#save();
    else await this.command({ type: 'command.configure', settings, detail });
  }

  /** The sequence of the event that ends the turn started by a message. */
  turnEnd(messageId: string): Promise<number> {
    return this.#turns.endOf(messageId);
  }

  /**
   * The same for a message that starts no turn, because it was steered or is a duplicate: the end of the running turn,
   * or the latest event if none is running. A message that is still queued resolves with its own turn.
   */
  async runningTurnEnd(messageId: string): Promise<number> {
    const { turn, queue, sequence } = this.context;
    if (queue.some((waiting) => waiting.messageId === messageId)) return this.turnEnd(messageId);
    return turn ? this.#turns.endOfRunning() : sequence;
  }

  dispatch(input: UntimedInput): void {
    // Earlier deltas come first.
    this.#deltas.flush();
    this.#actor.send({ ...input, at: timestamp(this.#deps.now) } as SessionEvent);
    this.#noteValue();
  }

  /** The session's record for the log. */
  standing(): SessionStanding {
    const { context } = this.#actor.getSnapshot();
    const { sequence } = context;
    const updatedAt = this.#updatedAt;
    if (!this.#snapshots.isDue(sequence)) return { sequence, record: { updatedAt }, checkpoint: null };
    const snapshot = JSON.stringify(this.#actor.getPersistedSnapshot());
    const keep = this.#snapshots.taken(sequence, snapshot.length);
    const record = {
      updatedAt,
      ended: context.ended !== null,
      unsettled: isUnsettled(context),
      config: JSON.stringify(this.config),
      info: JSON.stringify(this.info()),
    };
    return { sequence, record, checkpoint: { sequence, snapshot, keep } };
  }

  /** Stops the machine, which then publishes nothing more. */
  close(): void {
    this.#actor.stop();
  }

  #createRunner(): AgentRunner {
    const { agent, agentRuntime, connection } = this.#deps;
    return new AgentRunner({
      process: this.#process,
      translator: agent.translator,
      agentRuntime,
      logger: this.#logger,
      context: () => connection({ id: this.id, config: this.config, native: this.context.nativeSessionId }),
      onReady: ({ nativeSessionId, metadata }) =>
        this.dispatch({ type: 'agent.ready', nativeSessionId, metadata }),
      onDrafts: (drafts, text) => this.#takeDrafts(drafts, text),
      onExit: (exit) => this.#agentExited(exit),
    });
  }

  #createDelivery(): Delivery {
    return new Delivery({
      process: this.#process,
      runner: this.#runner,
      logger: this.#logger,
      isRunning: (turnId) => this.context.turn?.id === turnId,
      onUnprompted: (failure) => this.dispatch({ type: 'agent.unprompted', failure }),
      // An agent that was not running has already exited.
      onStopped: () => this.dispatch({ type: 'agent.exited', exit: NOT_RUNNING }),
    });
  }

  #listen(): void {
    this.#actor.on('event', ({ event, raw }) => this.#publish(event, raw));
    this.#actor.on('effect', ({ effect }) => this.#take(effect));
    this.#actor.on('dropped', ({ input, subject, reason }) =>
      this.#refuse({ input, subject, reason, problem: null }),
    );
    this.#process.start();
    let known = JSON.stringify(this.#process.getSnapshot().value);
    this.#process.subscribe(({ value }) => {
      const text = JSON.stringify(value);
      if (text === known) return;
      known = text;
      this.#deps.onAgent(this.id, value);
    });
  }

  /** The machine answers a command synchronously. */
  #answerTo(command: UntimedCommand): Answer | undefined {
    const answers: Answer[] = [];
    const take = (answer: Answer) => void answers.push(answer);
    const listening = [this.#actor.on('accepted', take), this.#actor.on('refused', take)];
    this.dispatch(command);
    for (const subscription of listening) subscription.unsubscribe();
    return answers.at(-1);
  }

  async #save(): Promise<void> {
    this.#snapshots.request();
    this.#deps.committer.touch(this.id);
    await this.#deps.committer.flushed();
  }

  #publish(event: UniversalEvent, raw: string | null): void {
    const text = JSON.stringify(event);
    this.#snapshots.addEvent(event.type, text.length);
    this.#deps.committer.add(this.id, event.sequence, text, raw);
    if (event.type === 'item.delta') return;
    this.#updatedAt = this.#deps.now();
    // A sub-agent may run outside a turn, and a restart has to know.
    if ('item' in event.data && isRun(event.data.item, event.source)) this.#snapshots.request();
    if (event.type === 'turn.started') this.#turns.started(String(event.data.metadata.message_id ?? ''));
    if (event.type === 'turn.ended') {
      this.#process.send({ type: 'turn.ended' });
      this.#turns.ended(event.sequence);
    }
    if (event.type === 'session.ended') this.#announceEnd();
  }

  #take(effect: Effect): void {
    // Immediately, since the config is stored together with the event that reports the change.
    if (effect.type === 'configure') this.#config = { ...this.#config, ...effect.settings };
    this.#deps.committer.after(() => this.#delivery.perform(effect));
  }

  /** Once per macrostep, so intermediate values are never published. */
  #noteValue(): void {
    const { value, context } = this.#actor.getSnapshot();
    const text = JSON.stringify(value);
    if (text === this.#valueText) return;
    this.#valueText = text;
    if (context.sequence > 0)
      this.#deps.committer.changed(this.id, { sequence: context.sequence, value: text });
  }

  /** Drafts without a native text come from our own connection. */
  #takeDrafts(drafts: Draft[], text: string | null): void {
    const raw = text === null ? null : rawOf(drafts, text);
    const source = text === null ? 'daemon' : 'agent';
    for (const draft of drafts) {
      if (draft.type === 'item.delta' && raw !== null) this.#deltas.add(draft.key, draft.delta, raw);
      else this.dispatch({ type: `draft.${draft.type}`, draft, source, raw });
    }
  }

  /** Catches errors itself, since it may run in a microtask. */
  #takeRun({ key, first: { delta, raw }, more }: Run): void {
    try {
      const draft = { type: 'item.delta', key, delta } as const;
      const at = timestamp(this.#deps.now);
      this.#actor.send({ type: 'draft.item.delta', at, draft, source: 'agent', raw, more });
      this.#noteValue();
    } catch (error) {
      this.#logger.error({ err: error }, 'deltas could not be handled');
    }
  }

  #refuse(refused: Pick<NewRefusal, 'input' | 'subject' | 'reason' | 'problem'>): void {
    const at = timestamp(this.#deps.now);
    const refusal = { sessionId: this.id, sequence: this.context.sequence, at, ...refused };
    // After the preceding events have been published.
    this.#deps.committer.after(() => this.#deps.onRefused(refusal));
  }

  #agentExited(exit: ProcessExit): void {
    this.#logger.info({ code: exit.code, signal: exit.signal, because: exit.because }, 'agent exited');
    this.dispatch({ type: 'agent.exited', exit });
  }
}

const NOT_RUNNING: ProcessExit = {
  code: null,
  signal: null,
  stderr: { head: '', truncated: false, total_lines: 0 },
};
