import { createActor } from 'xstate';
import { type SessionEvent, type SessionInput, sessionMachine } from '../../../machines/index.js';
import type { Agent, TranslatorInput } from '../../agents/agent.js';
import type { Draft, RecordedInput, RecordingHeader, UniversalEvent } from '../../schema/index.js';
import { Intake } from '../intake.js';
import { LongDrafts } from '../long-drafts.js';
import { isProposal, withDiff } from '../translation.js';
import type { UntimedInput } from '../untimed.js';

interface AgentProcess {
  state: unknown;
  longDrafts: LongDrafts;
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
    const send = (input: UntimedInput) => this.#actor.send({ ...input, at: this.#at } as SessionEvent);
    this.#intake = new Intake({
      overrun: { admit: (drafts) => drafts },
      session: { id: header.sessionId, directory: '/' },
      keep: () => {},
      dispatch: send,
      send,
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
        this.#intake.flush();
        this.#actor.send(recorded.input as unknown as SessionEvent);
        return;
      case 'notice':
        this.#at = recorded.at;
        return this.#translate({ from: 'connection', notice: recorded.notice }, null, recorded.diffs);
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
    if (portions === null) this.#intake.take(whole, text);
    else for (const { draft, isNative } of portions) this.#intake.take([draft], isNative ? text : null);
    this.#intake.flush();
  }
}
