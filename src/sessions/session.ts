import type { Logger } from 'pino';
import { type Actor, createActor } from 'xstate';
import {
  agentProcessMachine,
  budgetProblem,
  isRun,
  type SendCommand,
  type SessionInputEvent,
  type sessionMachine,
} from '../../machines/index.js';
import {
  type Disposition,
  type Effect,
  ProblemError,
  type ProcessExit,
  type SessionInfo,
  type SessionQueue,
  type SessionSettings,
  type SessionState,
  type UniversalEvent,
} from '../schema/index.js';
import { AgentRunner, NOT_RUNNING } from './agent-runner.js';
import { onAgentState } from './agent-state.js';
import { type Clock, timestamp } from './clock.js';
import { type Answer, Commands } from './commands.js';
import type { SessionConfig } from './config.js';
import { Delivery } from './delivery.js';
import { conversationOf, idleSince } from './idle-agent.js';
import { infoOf, stateOf, storedParts } from './info.js';
import { Intake } from './intake.js';
import { boundsOf, machineInput } from './machine-input.js';
import { type MessageStream, MessageStreams, type StreamRequest } from './message-streams.js';
import type { Overrun } from './overrun.js';
import type { PauseReason } from './own-processes.js';
import type { SessionStanding } from './pending-writes.js';
import { SessionTape } from './recording/session-tape.js';
import { type NewRefusal, subjectOf } from './refusals.js';
import { RequestTimers } from './request-timers.js';
import { restoreMachine, type StoredSession } from './restore.js';
import type { StoredVariables } from './secrets/index.js';
import type { SessionDeps } from './session-deps.js';
import { sessionOverrun } from './session-overrun.js';
import { changesIn, inWords } from './settings.js';
import { queuedMessage } from './stored-queue.js';
import { SessionFolder, withDecision } from './trust/index.js';
import type { Untimed, UntimedCommand, UntimedInput } from './untimed.js';
import { Unwritten } from './unwritten.js';
import { isUrgent, stopsWork } from './urgent.js';
import { ValueChanges } from './value-changes.js';

/** A running session: connects its machine with the log and the agent. */
export class Session {
  readonly id: string;
  readonly createdAt: number;
  /** Resolves when the session has ended. */
  readonly whenEnded: Promise<void>;
  readonly #deps: SessionDeps;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #actor: Actor<typeof sessionMachine>;
  readonly #process: Actor<typeof agentProcessMachine>;
  readonly #runner: AgentRunner;
  readonly #delivery: Delivery;
  readonly #folder: SessionFolder;
  readonly #unwritten: Unwritten;
  readonly #commands: Commands;
  readonly #streams = new MessageStreams();
  readonly #timers: RequestTimers | null;
  readonly #overrun: Overrun;
  readonly #intake: Intake;
  readonly #value: ValueChanges;
  readonly #tape: SessionTape;
  #config: SessionConfig;
  #updatedAt: number;
  #hasFailed = false;
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
    this.#clock = deps.clock ?? { setTimeout, clearTimeout };
    this.#config = config;
    this.#logger = deps.logger.child({ sessionId: id, agent: config.agent });
    this.#updatedAt = stored?.record.updatedAt ?? createdAt;
    this.whenEnded = new Promise((resolve) => {
      this.#announceEnd = resolve;
    });
    const logged = (stored?.queue ?? []).map(queuedMessage);
    const input = { ...machineInput(id, config, deps.agent), ...boundsOf(deps) };
    const restored = restoreMachine(input, logged, stored);
    this.#actor = restored.actor;
    const findReceipt = (messageId: string) => deps.log.receipt(id, messageId);
    this.#unwritten = new Unwritten({ restored, logged, isLoaded: stored !== undefined, findReceipt });
    this.#commands = new Commands({
      actor: restored.actor,
      receipts: this.#unwritten.receipts,
      dispatch: (command) => this.dispatch(command),
      unavailable: () =>
        this.ended ? null : (deps.obstacle(id, this.config) ?? budgetProblem(this.context)),
    });
    this.#value = new ValueChanges(this.#actor.getSnapshot(), (change) => deps.committer.changed(id, change));
    this.#process = createActor(agentProcessMachine, { input: deps.timeouts, clock: this.#clock });
    const dispatch = (input: UntimedInput) => this.dispatch(input);
    this.#tape = new SessionTape({ deps, session: this, begun: stored ? null : input });
    const onExpired = (requestId: string) => dispatch({ type: 'request.expired', requestId });
    this.#timers = RequestTimers.for(config.requestTimeoutMs, { clock: this.#clock, onExpired });
    this.#overrun = sessionOverrun(this, deps, { runner: () => this.#runner, intake: () => this.#intake });
    this.#intake = new Intake({
      overrun: this.#overrun,
      session: { id, directory: config.directory },
      keep: (value) => deps.committer.keep(id, value),
      dispatch,
      send: (input) => this.#send(input),
      onDropped: (text) => this.#tape.dropped(text),
      guard: (work) => this.#guard(work),
    });
    this.#folder = new SessionFolder({ deps, session: this, dispatch });
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

  /** The time of its last event that was no delta. */
  get updatedAt(): number {
    return this.#updatedAt;
  }

  get ended(): boolean {
    return this.context.ended !== null;
  }

  info(): SessionInfo {
    const { id, config, createdAt, updatedAt } = this;
    return infoOf({ id, config, createdAt, updatedAt, ...this.#actor.getSnapshot() });
  }

  state(): SessionState {
    const { value, context } = this.#actor.getSnapshot();
    return stateOf(value, context, this.#process.getSnapshot().value);
  }

  /** The messages that wait in its queue, as stored. */
  get queue(): SessionQueue {
    return this.#unwritten.queue.stored;
  }

  /** Starts the agent of a new session; resolves when that has succeeded or failed, or has to wait. */
  async open(): Promise<void> {
    await this.#runner.start();
    await this.#deps.committer.flushed(this.id);
  }

  /** Resolves when it is known what its edits so far have changed. */
  readonly edited = () => this.#intake.edited();

  /** Stops the agent without ending the session. */
  stopAgent(because?: ProcessExit['because']): Promise<void> {
    return this.#runner.stop(because);
  }

  /** Stops reading the agent, so that it blocks on its own writes. */
  pauseAgent(reason: PauseReason): void {
    this.#runner.pause(reason);
  }

  resumeAgent(reason: PauseReason): void {
    this.#runner.resume(reason);
    this.#overrun.settle();
  }

  /** Resolves when the effects of the command are stored. A refusal rejects with a ProblemError. */
  async command(command: UntimedCommand): Promise<Disposition | null> {
    return this.#settle(command, await this.#decide(command, (answer) => answer));
  }

  /** Changes the settings of the agent, or the title. They apply from the next turn at the latest. */
  async configure({ title, ...settings }: SessionSettings & Pick<SessionConfig, 'title'>): Promise<void> {
    this.requireChangeable();
    this.#config = { ...this.config, title };
    const changes = changesIn(this.config, settings);
    const detail = inWords(changes);
    if (detail === '') return this.#save();
    await this.command({ type: 'command.configure', settings, changes, detail });
    this.#goOn();
  }

  /** Refuses changes of a session that has ended, or that cannot be stored. */
  requireChangeable(): void {
    if (this.ended) throw new ProblemError('session_ended', `session ${this.id} has ended`);
    this.#deps.committer.requireStorage();
  }

  /** Changes the variables that its agent is started with. A running one is restarted for the next message. */
  async setVariables(variables: StoredVariables): Promise<void> {
    this.#config = { ...this.config, ...variables };
    this.#process.send({ type: 'outdated' });
    this.#goOn();
    await this.#save();
  }

  /** Messages may have waited for a change of the settings or the variables. */
  #goOn(): void {
    if (!this.context.held || this.#deps.obstacle(this.id, this.config) !== null) return;
    this.dispatch({ type: 'daemon.restarted' });
  }

  /** Sends a message whose sender reads the events that follow. */
  async stream(
    message: Untimed<SendCommand>,
    range: Omit<StreamRequest, 'messageId'>,
  ): Promise<MessageStream> {
    const { answer, stream } = await this.#decide(message, (answer) => {
      // In the same tick: nothing has happened since the machine took the message.
      const stream = this.#streams.begin(
        { messageId: message.messageId, ...range },
        this.#actor.getSnapshot(),
      );
      return { answer, stream };
    });
    await this.#settle(message, answer);
    return stream;
  }

  dispatch(input: UntimedInput): void {
    this.#send(input, (timed) => this.#tape.input(timed));
  }

  #send(input: UntimedInput, record?: (timed: SessionInputEvent) => void): void {
    if (this.#hasFailed) return;
    this.#intake.flush();
    const timed = { ...input, at: timestamp(this.#deps.now) } as SessionInputEvent;
    record?.(timed);
    this.#actor.send(timed);
    this.#streams.settle(this.#actor.getSnapshot());
    this.#value.note(this.#actor.getSnapshot());
  }

  /** The session's record for the log; null if its machine has failed. */
  standing(): SessionStanding | null {
    if (this.#hasFailed) return null;
    this.#config = this.#tape.flush(this.#config, this.#unwritten.snapshots);
    return this.#unwritten.take(this.#updatedAt, () => storedParts(this));
  }

  /** Everything up to its last standing is stored. */
  noteStored(): void {
    this.#unwritten.queue.noteStored();
  }

  /** Stops the machine, which then publishes nothing more. */
  close(): void {
    this.#timers?.stop();
    this.#actor.stop();
  }

  #createRunner(): AgentRunner {
    const { agent, agentRuntime, committer, connection, limits, slots, turns } = this.#deps;
    return new AgentRunner({
      process: this.#process,
      translator: agent.translator,
      agentRuntime,
      logger: this.#logger,
      clock: this.#clock,
      turns,
      slots,
      idleSince: () =>
        idleSince({ agent, process: this.#process, session: this, isStored: committer.hasStored(this.id) }),
      unparsedLines: limits.unparsedLines,
      trust: () => this.#folder.check(),
      onAsk: (contents) => this.#guard(() => this.#folder.ask(contents)),
      context: (trust) =>
        connection({ id: this.id, config: this.config, native: conversationOf(this.context), trust }),
      onReady: ({ nativeSessionId, metadata }, verdict) => {
        this.dispatch({ type: 'agent.ready', nativeSessionId, metadata });
        this.#folder.announce(verdict);
      },
      onDrafts: (drafts, text) => this.#guard(() => this.#intake.take(drafts, text)),
      onExit: (exit) => this.dispatch({ type: 'agent.exited', exit }),
      onSummary: (draft) => this.#guard(() => this.#intake.takeOwn(draft)),
      tape: this.#tape,
      store: (text) => this.#intake.store(text),
      onError: (error) => this.#fail(error),
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
      onTrust: (effect) => this.#folder.decide(effect),
    });
  }

  #listen(): void {
    this.#actor.on('event', ({ event, raw }) => this.#guard(() => this.#publish(event, raw)));
    this.#actor.on('effect', ({ effect }) => this.#guard(() => this.#take(effect)));
    this.#actor.on('dropped', ({ input, subject, reason }) =>
      this.#refuse({ input, subject, reason, problem: null }),
    );
    this.#actor.subscribe({ error: (error) => this.#fail(error) });
    this.#process.start();
    onAgentState(this.#process, (value) => this.#deps.onAgent(this.id, value));
  }

  #decide<T>(command: UntimedCommand, take: (answer: Answer | undefined) => T): T | Promise<T> {
    if (!isUrgent(command)) this.#deps.committer.requireStorage();
    return this.#commands.decide(command, take);
  }

  async #settle(command: UntimedCommand, answer: Answer | undefined): Promise<Disposition | null> {
    if (answer?.type === 'refused') {
      const { problem } = answer;
      this.#logger.info({ command: command.type, problem: problem.type }, 'refused');
      this.#refuse({ input: command.type, subject: subjectOf(command), reason: problem.detail, problem });
      throw ProblemError.of(problem);
    }
    try {
      await this.#save();
    } catch (error) {
      // An urgent one has taken effect, even if that cannot be stored yet.
      if (this.#deps.committer.isAvailable || !isUrgent(command)) throw error;
    }
    return answer?.disposition ?? null;
  }

  async #save(): Promise<void> {
    this.#unwritten.snapshots.request();
    this.#deps.committer.touch(this.id);
    await this.#deps.committer.flushed(this.id);
  }

  #publish(event: UniversalEvent, raw: string | null): void {
    const text = JSON.stringify(event);
    this.#unwritten.snapshots.addEvent(event.type, text.length);
    this.#tape.published(event.sequence, raw);
    this.#deps.committer.add(this.id, event.sequence, text, raw);
    if (event.type === 'item.delta') return;
    this.#updatedAt = this.#deps.now();
    // A sub-agent may run outside a turn, and a restart has to know.
    if ('item' in event.data && isRun(event.data.item, event.source)) this.#unwritten.snapshots.request();
    for (const observer of [this.#streams, this.#timers, this.#intake]) observer?.observe(event);
    if (event.type === 'turn.ended') this.#process.send({ type: 'turn.ended' });
    if (event.type === 'session.ended') this.#announceEnd();
  }

  #take(effect: Effect): void {
    // Immediately, since the config is stored together with the event that reports the change.
    if (effect.type === 'configure') this.#config = { ...this.#config, ...effect.settings };
    if (effect.type === 'trust') this.#config = withDecision(this.#config, effect);
    if (effect.type === 'steer') this.#streams.steered(effect.prompt.messageId);
    const perform = () => this.#delivery.perform(effect);
    if (!stopsWork(effect)) this.#deps.committer.after(this.id, perform);
    else if (this.#overrun.isReporting) perform();
    else this.#deps.committer.afterAttempt(this.id, perform);
  }

  /** An exception in one session must not affect others. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#timers?.stop();
    this.#deps.onFailed(this.id, error);
  }

  #refuse(refused: Pick<NewRefusal, 'input' | 'subject' | 'reason' | 'problem'>): void {
    const { sequence } = this.context;
    const refusal = { sessionId: this.id, sequence, at: timestamp(this.#deps.now), ...refused };
    // After the preceding events have been published.
    this.#deps.committer.after(this.id, () => this.#deps.onRefused(refusal));
  }
}
