import type { Logger } from 'pino';
import { type Actor, createActor, type Snapshot } from 'xstate';
import {
  type AgentExit,
  type AgentProcessInput,
  type Command,
  type Entry,
  isUnsettled,
  type SessionEmitted,
  type SessionEvent,
  type SessionInputEvent,
  sessionMachine,
} from '../../machines/index.js';
import type { Agent, AgentHost } from '../agents/agent.js';
import type { SessionRecord } from '../log/index.js';
import {
  type Disposition,
  type Draft,
  type Effect,
  ProblemError,
  type SessionInfo,
  type SessionSettings,
  type SessionState,
  type UniversalEvent,
} from '../schema/index.js';
import { AgentRunner, type Clock, type ConnectionGround } from './agent-runner.js';
import { type Now, timestamp } from './clock.js';
import type { Committer } from './committer.js';
import type { SessionConfig } from './config.js';
import { DeltaRun, type Run } from './delta-run.js';
import { infoOf, stateOf } from './info.js';
import { machineInput } from './machine-input.js';
import { rawOf } from './raw.js';
import { type NewRefusal, subjectOf } from './refusals.js';
import { changesIn } from './settings.js';

export interface SessionSurroundings {
  committer: Committer;
  agent: Agent;
  agentHost: AgentHost;
  now: Now;
  logger: Logger;
  /** It was told something that it does not take. */
  onRefused(refusal: NewRefusal): void;
  /** The state of the agent's process has changed. */
  onAgent(sessionId: string, state: string): void;
  timeouts: AgentProcessInput;
  clock?: Clock;
  /** What a connection needs to know; it may have to look for the agent's program first. */
  connection(session: {
    id: string;
    config: SessionConfig;
    /** The native id of the session's own conversation; null where it has not begun. */
    native: string | null;
  }): Promise<ConnectionGround>;
}

/** Where a stored session stands. */
export interface Stored {
  record: SessionRecord;
  /** The events after the snapshot. */
  tail: UniversalEvent[];
}

type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;
export type UntimedInput = Untimed<SessionInputEvent>;
export type UntimedCommand = Untimed<Command>;

/**
 * So many events may follow a snapshot before the next one is due anyway; and so many more as make it worth its size,
 * for it carries all that is being streamed.
 */
const SNAPSHOT_AFTER = 5000;

/** A running session: the machine, with the log behind it and the agent before it. */
export class Session {
  readonly runner: AgentRunner;
  /** Resolves when the session has ended. */
  readonly whenEnded: Promise<void>;
  private announceEnd: () => void = () => {};
  private readonly actor: Actor<typeof sessionMachine>;
  private readonly log: Logger;
  private answer: Extract<SessionEmitted, { type: 'accepted' | 'refused' }> | null = null;
  private valueText: string;
  private snapshotSequence: number;
  private snapshotDue = true;
  private snapshotSize = 0;
  /** Characters of events since the snapshot. */
  private unsaved = 0;
  private updatedAt: number;
  /** Whether the prompt of the running turn waits for the agent to start. */
  private undelivered = false;
  /** Whether the agent's process has settings that count no more, and cannot take others. */
  private outdated = false;
  /** Done when the settings so far are the agent's: no message overtakes them. */
  private configured: Promise<void> = Promise.resolve();
  private readonly turnEnds = new Map<string, ((sequence: number) => void)[]>();
  private turnMessage: string | null = null;
  private readonly deltas = new DeltaRun((run) => this.takeRun(run));

  constructor(
    readonly id: string,
    private current: SessionConfig,
    readonly createdAt: number,
    private readonly around: SessionSurroundings,
    stored?: Stored,
  ) {
    const config = current;
    this.whenEnded = new Promise((resolve) => {
      this.announceEnd = resolve;
    });
    this.log = around.logger.child({ sessionId: id, agent: config.agent });
    this.actor = this.createActor(stored);
    this.updatedAt = stored?.record.updatedAt ?? createdAt;
    this.snapshotSequence = stored?.record.snapshotSequence ?? 0;
    this.actor.start();
    for (const event of stored?.tail ?? []) {
      this.actor.send({ type: event.type, event, raw: null } as Entry);
    }
    this.valueText = JSON.stringify(this.actor.getSnapshot().value);
    this.actor.on('event', ({ event, raw }) => this.publish(event, raw));
    this.actor.on('effect', ({ effect }) => {
      // At once: it is written down with the event that tells of it.
      if (effect.type === 'configure') this.current = { ...this.current, ...effect.settings };
      this.around.committer.after(() => this.perform(effect));
    });
    this.actor.on('accepted', (answer) => {
      this.answer = answer;
    });
    this.actor.on('refused', (answer) => {
      this.answer = answer;
    });
    this.actor.on('dropped', ({ input, subject, reason }) =>
      this.refuse({ input, subject, reason, problem: null }),
    );
    this.runner = new AgentRunner({
      translator: around.agent.translator,
      agentHost: around.agentHost,
      timeouts: around.timeouts,
      ...(around.clock ? { clock: around.clock } : {}),
      context: () => around.connection({ id, config: this.config, native: this.context.nativeSessionId }),
      onReady: ({ nativeSessionId, metadata }) =>
        this.dispatch({ type: 'agent.ready', nativeSessionId, metadata }),
      onDrafts: (drafts, text) => this.takeDrafts(drafts, text),
      onExit: (exit) => this.agentExited(exit),
      onState: (state) => around.onAgent(id, state),
    });
  }

  /** As it was created, with what was changed since. */
  get config(): SessionConfig {
    return this.current;
  }

  get context() {
    return this.actor.getSnapshot().context;
  }

  get ended(): boolean {
    return this.context.ended !== null;
  }

  info(): SessionInfo {
    const { value, context } = this.actor.getSnapshot();
    return infoOf({
      id: this.id,
      config: this.config,
      createdAt: this.createdAt,
      updatedAt: this.updatedAt,
      value,
      context,
    });
  }

  state(): SessionState {
    const { value, context } = this.actor.getSnapshot();
    return stateOf(value, context, this.runner.state);
  }

  /** Starts the agent for a new session; resolves when the session has begun, or has ended because it could not. */
  async open(): Promise<void> {
    await this.runner.start();
    await this.around.committer.flushed();
  }

  /** Rules on a command. Resolves when what it led to is on disk; a refusal is a ProblemError. */
  async command(command: UntimedCommand): Promise<Disposition | null> {
    this.answer = null;
    this.dispatch(command);
    const answer = this.answer as Session['answer'];
    if (answer?.type === 'refused') {
      const { problem } = answer;
      this.log.info({ command: command.type, problem: problem.type }, 'refused');
      this.refuse({ input: command.type, subject: subjectOf(command), reason: problem.detail, problem });
      throw ProblemError.of(answer.problem);
    }
    this.snapshotDue = true;
    this.around.committer.touch(this.id);
    await this.around.committer.flushed();
    return answer?.disposition ?? null;
  }

  /** Changes the settings of the agent, or the title. They count from the next turn on at the latest. */
  async configure({ title, ...settings }: SessionSettings & Pick<SessionConfig, 'title'>): Promise<void> {
    if (this.ended) throw new ProblemError('session_ended', `session ${this.id} has ended`);
    this.current = { ...this.config, title };
    const detail = changesIn(this.config, settings);
    if (detail !== '') return void (await this.command({ type: 'command.configure', settings, detail }));
    this.snapshotDue = true;
    this.around.committer.touch(this.id);
    await this.around.committer.flushed();
  }

  /** The sequence of the event that ends the turn which a message begins. */
  turnEnd(messageId: string): Promise<number> {
    return new Promise((resolve) =>
      this.turnEnds.set(messageId, [...(this.turnEnds.get(messageId) ?? []), resolve]),
    );
  }

  /**
   * The same for a message that begins no turn, as it was steered or taken before: the end of the turn that runs now;
   * where none does, where the session stands. One that still waits has its turn before it.
   */
  runningTurnEnd(messageId: string): Promise<number> {
    const { turn, queue, sequence } = this.context;
    if (queue.some((waiting) => waiting.messageId === messageId)) return this.turnEnd(messageId);
    return turn ? this.turnEnd(this.turnMessage ?? '') : Promise.resolve(sequence);
  }

  dispatch(input: UntimedInput): void {
    this.deltas.flush();
    this.actor.send({ ...input, at: timestamp(this.around.now) } as SessionEvent);
    this.noteValue();
  }

  /** What the log keeps beside the events. */
  describe(): Partial<SessionRecord> {
    const { context } = this.actor.getSnapshot();
    const record: Partial<SessionRecord> = { updatedAt: this.updatedAt };
    const isLate =
      context.sequence - this.snapshotSequence >= SNAPSHOT_AFTER && this.unsaved >= this.snapshotSize;
    if (!this.snapshotDue && !isLate) return record;
    const snapshot = JSON.stringify(this.actor.getPersistedSnapshot());
    this.snapshotDue = false;
    this.snapshotSequence = context.sequence;
    this.snapshotSize = snapshot.length;
    this.unsaved = 0;
    return {
      ...record,
      ended: context.ended !== null,
      unsettled: isUnsettled(context),
      config: JSON.stringify(this.config),
      info: JSON.stringify(this.info()),
      snapshot,
      snapshotSequence: context.sequence,
    };
  }

  /** Stops the machine; nothing is told any more. */
  close(): void {
    this.actor.stop();
  }

  private createActor(stored: Stored | undefined): Actor<typeof sessionMachine> {
    const input = machineInput(this.id, this.config, this.around.agent);
    const text = stored?.record.snapshot;
    if (!text) return createActor(sessionMachine, { input });
    return createActor(sessionMachine, { input, snapshot: JSON.parse(text) as Snapshot<unknown> });
  }

  private publish(event: UniversalEvent, raw: string | null): void {
    const text = JSON.stringify(event);
    this.unsaved += text.length;
    this.around.committer.add(this.id, event.sequence, text, raw);
    if (event.type === 'item.delta') return;
    this.updatedAt = this.around.now();
    // Items come in numbers, and a snapshot would carry all that is being streamed: they are replayed instead.
    if (!event.type.startsWith('item.')) this.snapshotDue = true;
    if (event.type === 'turn.started') this.turnMessage = String(event.data.metadata.message_id ?? '');
    if (event.type === 'turn.ended') this.turnEnded(event.sequence);
    if (event.type === 'session.ended') this.announceEnd();
  }

  private turnEnded(sequence: number): void {
    this.runner.turnEnded();
    this.undelivered = false;
    const messageId = this.turnMessage ?? '';
    for (const resolve of this.turnEnds.get(messageId) ?? []) resolve(sequence);
    this.turnEnds.delete(messageId);
  }

  /** One value per macrostep: the machine is never seen halfway. */
  private noteValue(): void {
    const { value, context } = this.actor.getSnapshot();
    const text = JSON.stringify(value);
    if (text === this.valueText) return;
    this.valueText = text;
    if (context.sequence > 0)
      this.around.committer.changed(this.id, { sequence: context.sequence, value: text });
  }

  private takeDrafts(drafts: Draft[], text: string): void {
    const raw = rawOf(drafts, text);
    for (const draft of drafts) {
      if (draft.type === 'item.delta') this.deltas.add(draft.key, draft.delta, raw);
      else this.dispatch({ type: `draft.${draft.type}`, draft, raw });
    }
  }

  /** Nobody else is there to catch what goes wrong here. */
  private takeRun({ key, first: { delta, raw }, more }: Run): void {
    try {
      const draft = { type: 'item.delta', key, delta } as const;
      const at = timestamp(this.around.now);
      this.actor.send({ type: 'draft.item.delta', at, draft, raw, more });
      this.noteValue();
    } catch (error) {
      this.log.error({ err: error }, 'deltas could not be handled');
    }
  }

  private refuse(refused: Pick<NewRefusal, 'input' | 'subject' | 'reason' | 'problem'>): void {
    const at = timestamp(this.around.now);
    const refusal = { sessionId: this.id, sequence: this.context.sequence, at, ...refused };
    // Not before the events that it comes after are shown.
    this.around.committer.after(() => this.around.onRefused(refusal));
  }

  private agentExited(exit: AgentExit): void {
    this.log.info({ code: exit.code, signal: exit.signal, because: exit.because }, 'agent exited');
    this.dispatch({ type: 'agent.exited', exit });
  }

  /** Carries out what the machine wants done. It is on disk that it does. */
  private perform(effect: Effect): void {
    this.carryOut(effect).catch((error: unknown) => {
      this.log.error({ err: error, effect: effect.type }, 'the agent could not be told');
      // A turn that the agent knows nothing of would never end.
      if (effect.type !== 'prompt' || this.context.turn?.id !== effect.prompt.turnId) return;
      const failure = error instanceof Error ? error.message : String(error);
      this.dispatch({ type: 'agent.unprompted', failure });
    });
  }

  private async carryOut(effect: Effect): Promise<void> {
    const { runner } = this;
    switch (effect.type) {
      case 'prompt':
        return this.deliver(effect);
      case 'steer':
        return runner.live?.steer(effect.prompt);
      case 'interrupt':
        if (!this.undelivered) return runner.interrupt();
        this.undelivered = false;
        return this.dispatch({ type: 'agent.unprompted', failure: null });
      case 'reply':
        return runner.live?.replyPermission(effect.key, effect.reply, effect.message);
      case 'answer':
        return runner.live?.answerQuestion(effect.key, effect.answers);
      case 'reject':
        return runner.live?.rejectQuestion(effect.key);
      case 'configure':
        this.configured = this.configured.then(() => this.reconfigure(effect.settings));
        return this.configured;
      case 'stop':
        await runner.stop();
        // An agent that does not run has ended already.
        return this.dispatch({ type: 'agent.exited', exit: NOT_RUNNING });
    }
  }

  private async reconfigure(settings: SessionSettings): Promise<void> {
    try {
      if ((await this.runner.live?.configure(settings)) !== 'restart') return;
    } catch (error) {
      this.log.warn({ err: error }, 'the agent would not take its settings, and will be started with them');
    }
    this.outdated = true;
  }

  private async deliver({ prompt }: Extract<Effect, { type: 'prompt' }>): Promise<void> {
    this.undelivered = true;
    await this.configured;
    if (this.outdated) await this.runner.stop('reconfigured');
    this.outdated = false;
    const isThere = await this.runner.start();
    if (!isThere || !this.undelivered || this.context.turn?.id !== prompt.turnId) return;
    this.undelivered = false;
    await this.runner.live?.prompt(prompt);
  }
}

const NOT_RUNNING: AgentExit = {
  code: null,
  signal: null,
  stderr: { head: '', truncated: false, total_lines: 0 },
};
