import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { AnyTranslator } from '../../src/agents/agent.js';
import { mockAgent } from '../../src/agents/mock/index.js';
import type { Checkpoint, EventLog, Receipt, SessionRecord, Write } from '../../src/log/index.js';
import type { Draft, StateValue, UniversalEvent } from '../../src/schema/index.js';
import { defaultLimits } from '../../src/schema/index.js';
import { AgentSlots } from '../../src/sessions/agent-slots.js';
import { Committer } from '../../src/sessions/committer.js';
import type { SessionConfig } from '../../src/sessions/config.js';
import type { NewRefusal } from '../../src/sessions/refusals.js';
import type { StoredSession } from '../../src/sessions/restore.js';
import { Session } from '../../src/sessions/session.js';
import type { QueueWrite } from '../../src/sessions/stored-queue.js';
import { Turns } from '../../src/sessions/turns.js';
import type { UntimedCommand } from '../../src/sessions/untimed.js';
import { noAgentDeps } from '../support/agent-deps.js';
import { timeouts } from '../support/agent-process-rig.js';
import { connectionDeps, FakeAgent } from './fake-agent.js';
import { FakeFolder } from './fake-folder.js';

/** Payloads and notices already are lists of drafts, as JSON or as values. */
const translator: AnyTranslator = {
  initial: () => null,
  translate: (state, input) => ({
    state,
    drafts: input.from === 'agent' ? JSON.parse(input.text) : (input.notice as Draft[]),
  }),
};

const config: SessionConfig = {
  uid: 'u1',
  agent: 'mock',
  model: 'old',
  variant: null,
  agentMode: 'build',
  permissionMode: 'default',
  agentVersion: null,
  directory: '/',
  title: null,
  env: {},
  onAgentExit: 'resume',
  requestTimeoutMs: null,
  trust: null,
  folderDecision: null,
  resume: null,
  token: null,
  fork: false,
  mcp: {},
  secrets: [],
  tapes: [],
};

type UntimedUpdate = Extract<UntimedCommand, { type: 'command.queue.update' }>;

/** A session without a daemon: the test controls its agent, and the log is in memory. */
export class SessionRig {
  readonly fake = new FakeAgent();
  readonly clock = new SimulatedClock();
  readonly events: UniversalEvent[] = [];
  readonly raws: (string | null)[] = [];
  /** Everything but the events, commit by commit. */
  readonly records: Partial<SessionRecord>[] = [];
  readonly checkpoints: Checkpoint[] = [];
  readonly queueWrites: QueueWrite[] = [];
  /** Newest first. */
  readonly names: string[] = [];
  readonly receipts: Map<string, Receipt>;
  /** How many characters were handed to the log, without the native payloads. */
  written = 0;
  readonly refusals: NewRefusal[] = [];
  readonly agentValues: StateValue[] = [];
  readonly failures: unknown[] = [];
  /** What is decided about the folder of the session, which brings nothing unless a test says so. */
  readonly folder = new FakeFolder();
  readonly session: Session;
  readonly #committer: Committer;

  /** `receipts`: those that the log has. */
  constructor(
    stored?: StoredSession,
    receipts = new Map<string, Receipt>(),
    slots = new AgentSlots(defaultLimits.runningAgents),
  ) {
    this.receipts = receipts;
    const append = async (_: string, __: number, { batch, ...write }: Write) => {
      this.written += JSON.stringify([batch?.events, write]).length;
    };
    this.#committer = new Committer({ append } as unknown as EventLog, {
      describe: () => {
        const standing = this.session.standing();
        if (!standing) return null;
        this.records.push(standing.record);
        if (standing.checkpoint) this.checkpoints.push(standing.checkpoint);
        if (standing.queue) this.queueWrites.push(standing.queue);
        if (standing.names) this.names.unshift(standing.names);
        for (const receipt of standing.receipts ?? []) receipts.set(receipt.messageId, receipt);
        return standing;
      },
      committed: ({ events, raws }) => {
        this.events.push(...events.map((text) => JSON.parse(text) as UniversalEvent));
        this.raws.push(...raws);
      },
      written: () => this.session.noteStored(),
      failed: (_, error) => {
        throw error;
      },
      unavailable: (error) => {
        throw error;
      },
      available: () => {},
    });
    this.session = new Session(
      's',
      config,
      0,
      {
        committer: this.#committer,
        log: { receipt: async (_, messageId) => receipts.get(messageId) ?? null },
        agent: { ...mockAgent, translator },
        agentRuntime: { ...mockAgent.open(noAgentDeps), connect: (context) => this.fake.connect(context) },
        now: () => 0,
        logger: pino({ level: 'silent' }),
        onFailed: (_, error) => this.failures.push(error),
        onRefused: (refusal) => this.refusals.push(refusal),
        onAgent: (_, value) => this.agentValues.push(value),
        obstacle: () => null,
        spending: {},
        trust: this.folder,
        trustQuestion: ({ config }) => ({ agent: mockAgent, config, env: {} }),
        timeouts,
        limits: defaultLimits,
        // No work takes any time, so that all of it is done at once.
        turns: new Turns({ now: () => 0 }),
        slots,
        clock: this.clock,
        connection: async ({ config: { model }, native }) => ({ ...connectionDeps, model, resume: native }),
      },
      stored,
    );
  }

  /** A session whose agent is ready. */
  static async open(): Promise<SessionRig> {
    const rig = new SessionRig();
    const opened = rig.session.open();
    await rig.startAgent();
    await opened;
    return rig;
  }

  /** A session in a turn that was delivered to its agent. */
  static async inTurn(): Promise<SessionRig> {
    const rig = await SessionRig.open();
    await rig.send('hello');
    await rig.called('prompt hello');
    return rig;
  }

  /** Waits for the agent to start and completes the handshake. */
  async startAgent(): Promise<void> {
    await this.called('start');
    this.fake.becomeReady();
  }

  /** Waits until the agent has received a call, then clears the recorded calls. */
  async called(call: string): Promise<void> {
    await vi.waitFor(() => expect(this.fake.calls).toContain(call));
    this.fake.calls.splice(0, this.fake.calls.indexOf(call) + 1);
  }

  send(message: string, whenBusy: 'queue' | 'steer' | 'interrupt' | 'reject' = 'queue') {
    return this.session.command({
      type: 'command.send',
      messageId: `id of ${message}`,
      message,
      attachments: [],
      fingerprint: message,
      whenBusy,
    });
  }

  update(message: string, changes: Omit<UntimedUpdate, 'type' | 'messageId' | 'revision'>) {
    const messageId = `id of ${message}`;
    return this.session.command({ type: 'command.queue.update', messageId, revision: null, ...changes });
  }

  takeBack(message: string) {
    return this.session.command({ type: 'command.queue.remove', messageId: `id of ${message}` });
  }

  /** Sends all these drafts in one payload of the agent. */
  payload(...drafts: Draft[]): void {
    this.fake.context.onPayload(JSON.stringify(drafts));
  }

  notice(...drafts: Draft[]): void {
    this.fake.context.onNotice(drafts);
  }

  /** The session as its log has it. */
  get stored(): StoredSession {
    const checkpoint = this.checkpoints.at(-1)!;
    return {
      record: Object.assign({}, ...this.records) as SessionRecord,
      checkpoint,
      tail: this.events.filter(({ sequence }) => sequence > checkpoint.sequence),
      queue: [],
      names: this.names,
    };
  }

  committed(): Promise<void> {
    return this.#committer.flushed();
  }

  /** The latest events, one word per event. */
  async latest(count: number): Promise<string[]> {
    await this.committed();
    return this.events
      .slice(-count)
      .map(({ type, data }) => (type === 'item.delta' ? `delta ${data.delta}` : type));
  }
}
