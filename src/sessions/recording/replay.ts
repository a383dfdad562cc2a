import { createActor } from 'xstate';
import { type SessionEvent, type SessionInput, sessionMachine } from '../../../machines/index.js';
import type { Agent, TranslatorInput } from '../../agents/agent.js';
import type { Draft, RecordedInput, RecordingHeader, UniversalEvent } from '../../schema/index.js';
import { Intake } from '../intake.js';
import { defaultLimits } from '../limits.js';
import { LongDrafts } from '../long-drafts.js';
import { LongValues } from '../long-values.js';
import { isProposal, withDiff } from '../translation.js';
import { UnparsedLimit } from '../unparsed-limit.js';

/** Timers of a replay never fire: what they led to was recorded. */
const stoppedClock = { setTimeout: () => 0, clearTimeout: () => {} };

interface AgentProcess {
  state: unknown;
  longDrafts: LongDrafts;
  unparsed: UnparsedLimit;
}

/** Runs recorded inputs through the translator and the session machine of today. */
export class Replay {
  readonly events: UniversalEvent[] = [];
  readonly #agent: Pick<Agent, 'translator'>;
  readonly #actor;
  readonly #intake: Intake;
  #process: AgentProcess;
  #at = new Date(0).toISOString();

  constructor(header: RecordingHeader, agent: Pick<Agent, 'translator'>) {
    this.#agent = agent;
    this.#actor = createActor(sessionMachine, { input: header.input as unknown as SessionInput }).start();
    this.#actor.on('event', ({ event }) => void this.events.push(event));
    this.#intake = new Intake({
      overrun: { admit: (drafts) => drafts },
      longValues: new LongValues({ sessionId: header.sessionId, keep: () => {} }),
      dispatch: (input) => this.#actor.send({ ...input, at: this.#at } as SessionEvent),
      guard: (work) => work(),
    });
    this.#process = this.#begin([]);
  }

  take(recorded: RecordedInput): void {
    switch (recorded.type) {
      case 'session':
        return;
      case 'process':
        this.#process = this.#begin(recorded.roots);
        return;
      case 'input':
        if (recorded.input.type === 'agent.exited') this.#process.unparsed.report();
        this.#intake.flush();
        this.#actor.send(recorded.input as unknown as SessionEvent);
        return;
      case 'notice':
        this.#at = recorded.at;
        return this.#translate({ from: 'connection', notice: recorded.notice }, null);
      case 'payload': {
        this.#at = recorded.at;
        const { text, unread, diffs } = recorded;
        const parsed = { ok: false, name: null, known: false, error: unread };
        return this.#translate({ from: 'agent', text, ...(unread ? { parsed } : {}) }, text, diffs);
      }
    }
  }

  #begin(roots: readonly string[]): AgentProcess {
    return {
      state: this.#agent.translator.initial(roots),
      longDrafts: new LongDrafts(),
      unparsed: new UnparsedLimit({
        limit: defaultLimits.unparsedLines,
        clock: stoppedClock as never,
        onDrafts: (drafts, text) => this.#intake.take(drafts, text),
      }),
    };
  }

  #translate(input: TranslatorInput<object>, text: string | null, diffs: (string | null)[] = []): void {
    const { state, drafts } = this.#agent.translator.translate(this.#process.state, input);
    this.#process.state = state;
    const compared = diffs[Symbol.iterator]();
    const whole = drafts.map((draft): Draft => {
      return isProposal(draft) ? withDiff(draft, compared.next().value ?? null) : draft;
    });
    const portions = drafts.some(isProposal) ? null : this.#process.longDrafts.portionsOf(whole);
    if (portions === null) this.#process.unparsed.take(whole, text);
    else
      for (const { draft, isNative } of portions)
        this.#process.unparsed.take([draft], isNative ? text : null);
    this.#intake.flush();
  }
}
