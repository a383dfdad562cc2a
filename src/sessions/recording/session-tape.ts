import type { SessionInput, SessionInputEvent } from '../../../machines/index.js';
import type { TranslatorInput } from '../../agents/agent.js';
import type { SessionConfig } from '../config.js';
import type { SessionDeps } from '../session-deps.js';
import type { Snapshots } from '../snapshots.js';
import type { TranslationOutcome } from '../translation.js';
import { Tape } from './tape.js';

export interface SessionTapeOptions {
  deps: Pick<SessionDeps, 'committer' | 'now'>;
  session: { id: string; context: { sequence: number } };
  /** The input of the machine of a new session; null for one that goes on. */
  begun: SessionInput | null;
}

/** Records what a session takes in. */
export class SessionTape {
  readonly #tape: Tape;

  constructor({ begun, deps, session }: SessionTapeOptions) {
    this.#tape = new Tape({
      now: deps.now,
      sequence: () => session.context.sequence,
      keep: (value) => deps.committer.keep(session.id, value),
    });
    if (begun) this.#tape.session(begun);
  }

  process(roots: readonly string[]): void {
    this.#tape.process(roots);
  }

  /** A payload or a notice, as it was translated. */
  translated(
    input: TranslatorInput<object>,
    { drafts, isChanged, diffs, isSplit, valueId }: TranslationOutcome,
  ): void {
    if (input.from === 'connection') return this.#tape.notice(input.notice, diffs);
    const { isUnread, error } = (input.parsed ?? {}) as { isUnread?: true; error?: string };
    this.#tape.payload({
      text: input.text,
      unread: isUnread ? error : undefined,
      diffs,
      isSplit,
      valueId,
      isIdle: drafts.length === 0 && !isChanged,
      isJunk: drafts.length > 0 && drafts.every(({ type }) => type === 'agent.unparsed'),
    });
  }

  /** The latest payload was dropped, since too much waits to be stored. */
  dropped(text: string | null): void {
    if (text !== null) this.#tape.withdraw(text);
  }

  /** What the machine decides on, other than translations. */
  input(input: SessionInputEvent): void {
    this.#tape.input(input);
  }

  published(sequence: number, raw: string | null): void {
    if (raw !== null) this.#tape.told(sequence, raw);
  }

  /** Hands over what is new. The config names the tape, and is stored with its first part. */
  flush(config: SessionConfig, snapshots: Pick<Snapshots, 'request'>): SessionConfig {
    const { isEmpty } = this.#tape;
    this.#tape.flush();
    if (config.tapes === null || !isEmpty || this.#tape.isEmpty) return config;
    snapshots.request();
    return { ...config, tapes: [...config.tapes, this.#tape.name] };
  }
}
