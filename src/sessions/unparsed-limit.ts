import type { Draft, DraftOf } from '../schema/index.js';
import type { Clock } from './clock.js';

/** How long no line must have failed before the withheld ones are reported. */
const PAUSE_MS = 1_000;

export interface UnparsedLimitOptions {
  /** How many lines of a turn, or between turns, are reported one by one. */
  limit: number;
  clock: Clock;
  onDrafts(drafts: Draft[], text: string | null): void;
  /** Of the lines that were only counted. */
  onSummary(summary: Unparsed): void;
}

type Unparsed = DraftOf<'agent.unparsed'>;

/**
 * Passes the drafts of one agent process on, but counts lines that cannot be parsed once there are many: a program that
 * prints junk would fill the log with them. The count is reported at the end of the turn or of the process, or when the
 * junk has paused.
 */
export class UnparsedLimit {
  readonly #options: UnparsedLimitOptions;
  #passed = 0;
  #withheld = 0;
  #latest: Unparsed | null = null;
  #timer: unknown = null;

  constructor(options: UnparsedLimitOptions) {
    this.#options = options;
  }

  take(drafts: Draft[], text: string | null): void {
    if (!drafts.some(isRelevant)) return this.#options.onDrafts(drafts, text);
    const passed = drafts.filter((draft) => draft.type !== 'agent.unparsed' || this.#passes(draft));
    if (passed.length === 0) return;
    if (passed.some(isTurnEdge)) {
      this.report();
      this.#passed = 0;
    }
    this.#options.onDrafts(passed, text);
  }

  /** Reports the lines that were counted since the last report. */
  report(): void {
    const { clock, onSummary } = this.#options;
    if (this.#timer !== null) clock.clearTimeout(this.#timer as never);
    this.#timer = null;
    if (this.#latest === null) return;
    const lines = this.#withheld === 1 ? 'line' : 'lines';
    const summary = { ...this.#latest, error: `${this.#withheld} more ${lines} could not be parsed` };
    this.#withheld = 0;
    this.#latest = null;
    onSummary(summary);
  }

  #passes(draft: Unparsed): boolean {
    if (this.#passed < this.#options.limit) {
      this.#passed++;
      return true;
    }
    this.#withheld++;
    this.#latest = draft;
    if (this.#timer === null) this.#wait();
    return false;
  }

  /** Looks again after a while, instead of setting a timer anew for every line. */
  #wait(): void {
    const before = this.#withheld;
    this.#timer = this.#options.clock.setTimeout(() => {
      if (this.#withheld === before) this.report();
      else this.#wait();
    }, PAUSE_MS);
  }
}

function isRelevant(draft: Draft): boolean {
  return draft.type === 'agent.unparsed' || isTurnEdge(draft);
}

function isTurnEdge({ type }: Draft): boolean {
  return type === 'turn.started' || type === 'turn.ended';
}
