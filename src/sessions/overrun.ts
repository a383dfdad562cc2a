import type { Draft, DraftOf } from '../schema/index.js';

export interface OverrunOptions {
  /** The number of characters beyond which a session is interrupted. */
  limit: number;
  /** Whether the session is one of several on a server. */
  isShared(): boolean;
  /** The characters of the session's output that are not stored yet. */
  uncommitted(): number;
  /** The id of the running turn. */
  turn(): string | null;
  onError(error: DraftOf<'error'>): void;
}

/** `interrupted`: what the agent still writes is taken. `dropping`: it has gone on for too long. */
type Phase = 'within' | 'interrupted' | 'dropping';

/** How much an agent may still write after it was interrupted, in limits. */
const ALLOWANCE = 2;

/**
 * Limits a session on a shared server. The server is always read, for the sake of the other sessions; so a session whose
 * events the log cannot store as fast as they come is interrupted, and what it still writes is bounded. Nothing is
 * dropped before an `error` event says so.
 */
export class Overrun {
  readonly #options: OverrunOptions;
  #phase: Phase = 'within';
  /** The turn that was interrupted. */
  #turn: string | null = null;
  #dropped = 0;
  #isReporting = false;

  constructor(options: OverrunOptions) {
    this.#options = options;
  }

  /** Whether the machine is being told right now. The interrupt that follows must not wait for the log. */
  get isReporting(): boolean {
    return this.#isReporting;
  }

  /** The drafts of a payload that are to be taken. */
  admit(drafts: Draft[]): Draft[] {
    const { limit, uncommitted } = this.#options;
    if (this.#phase === 'within' && uncommitted() <= limit) return drafts;
    this.settle();
    const kept = drafts.filter(isEnding);
    if (kept.length < drafts.length) this.#escalate();
    if (this.#phase !== 'dropping') return drafts;
    if (kept.length < drafts.length) this.#dropped++;
    if (kept.some(({ type }) => type === 'turn.ended' || type === 'session.ended')) this.#reportDropped();
    return kept;
  }

  /** There may be room again: the next turn starts anew. */
  settle(): void {
    const { limit, uncommitted, turn } = this.#options;
    if (this.#phase === 'within' || uncommitted() > limit) return;
    if (this.#turn !== null && turn() === this.#turn) return;
    this.#phase = 'within';
    this.#reportDropped();
  }

  #escalate(): void {
    const { limit, isShared, uncommitted, turn } = this.#options;
    if (this.#phase === 'dropping' || uncommitted() <= limit || !isShared()) return;
    if (this.#phase === 'within') {
      this.#phase = 'interrupted';
      this.#turn = turn();
      this.#report(
        'uncommitted_limit',
        `The agent wrote faster than its events could be stored: more than ${limit} characters are waiting, and the agent is interrupted.`,
      );
    }
    if (uncommitted() <= ALLOWANCE * limit) return;
    this.#phase = 'dropping';
    this.#report(
      'output_dropped',
      `The agent goes on, and more than ${ALLOWANCE * limit} characters are waiting to be stored: what it writes from here on is dropped.`,
    );
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return;
    const messages = this.#dropped === 1 ? '1 message' : `${this.#dropped} messages`;
    this.#dropped = 0;
    this.#report('output_dropped', `${messages} of the agent were dropped.`);
  }

  #report(code: string, message: string): void {
    const details = { retryable: false, category: 'overloaded' } as const;
    this.#isReporting = true;
    try {
      this.#options.onError({ type: 'error', code, message, details });
    } finally {
      this.#isReporting = false;
    }
  }
}

/** The end of something that readers know of is always taken. It adds little: there is an end for every beginning. */
function isEnding({ type }: Draft): boolean {
  return (
    type === 'turn.ended' ||
    type === 'session.ended' ||
    type === 'thread.ended' ||
    type === 'permission.resolved' ||
    type === 'question.resolved'
  );
}
