import { expect, type TestContext } from 'vitest';
import type { Agent } from '../../../src/agents/index.js';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { Conversation, type Turn } from '../../support/real/conversation.js';
import type { Feature } from '../../support/real/features.js';
import type { StageDaemon } from '../../support/real/stage.js';
import { expectReplay } from '../../support/round-trip.js';
import type { AgentSetup, Cues } from './driver.js';

/** A user's actions, and the expected universal stream, for any agent. */
export interface Scenario {
  name: string;
  /** The features it covers. */
  tags?: Feature[];
  /** Whether an agent supports it; all do by default. */
  needs?(agent: Agent, cues: Cues): unknown;
  /** Whether it kills processes of other sessions, and so must not run concurrently. */
  isDestructive?: boolean;
  play(world: World): Promise<void>;
}

/** Shared by all scenarios of an agent. A restart replaces the daemon. */
export interface Suite {
  setup: AgentSetup;
  daemon: StageDaemon;
}

/** The environment of a scenario. */
export class World {
  readonly agent: Agent;
  readonly cues: Cues;
  readonly #suite: Suite;
  readonly #context: TestContext;

  constructor(agent: Agent, cues: Cues, suite: Suite, context: TestContext) {
    this.agent = agent;
    this.cues = cues;
    this.#suite = suite;
    this.#context = context;
  }

  get setup(): AgentSetup {
    return this.#suite.setup;
  }

  get daemon(): StageDaemon {
    return this.#suite.daemon;
  }

  begin(request: object = {}, daemon = this.daemon): Promise<Conversation> {
    return Conversation.begin(daemon, { agent: this.agent.id, ...request }, this.#context);
  }

  /** Starts a daemon for this scenario only. */
  async ownDaemon(env: Record<string, string>): Promise<StageDaemon> {
    const daemon = await this.setup.stage.daemon({ env });
    this.#context.onTestFinished(() => daemon.end('SIGTERM'));
    return daemon;
  }

  /** Kills the daemon and starts another one on its data. */
  async restart(signal: NodeJS.Signals): Promise<StageDaemon> {
    this.#suite.daemon = await this.#suite.daemon.restart(signal);
    return this.#suite.daemon;
  }

  workspace(): Promise<string> {
    return this.setup.stage.workspace();
  }

  /** Expects the session to work normally. */
  async echoes(session: Conversation, words = 'after'): Promise<void> {
    const turn = await session.turn(this.cues.echo(words));
    expect(turn.texts).toEqual([words]);
    expect(turn.outcome).toBe('completed');
  }

  /** Expects the agent to remember exactly these messages. */
  async remembers(session: Conversation, messages: readonly string[]): Promise<void> {
    const { message, remembers } = this.cues.recall;
    const turn = await session.turn(message);
    const answer = turn.texts.at(-1) ?? '';
    expect(remembers(answer, messages), `${answer} after ${messages.join(', ')}`).toBe(true);
  }

  /** Ends the session, and expects its recording to replay to the same events. */
  async endAndReplay(session: Conversation): Promise<void> {
    await session.end();
    expectReplay(await this.daemon.get(`/v1/sessions/${session.id}/recording`), session.id);
  }

  /** Starts a turn that does not end by itself. */
  async hold(session: Conversation): Promise<void> {
    const { message, isHeld } = this.cues.hold;
    await session.send(message);
    await session.nextWhere(isHeld);
  }

  /** Runs a turn and allows everything. */
  async allowedTurn(session: Conversation, message: string): Promise<Turn> {
    await session.send(message);
    for (;;) {
      const event = await session.nextWhere(isAskedOrOver);
      if (event.type === 'permission.requested') await session.reply(event.data.permission_id, 'once');
      else return session.turnOf(event);
    }
  }
}

const isAskedOrOver = ({ type }: UniversalEvent) => type === 'permission.requested' || type === 'turn.ended';
