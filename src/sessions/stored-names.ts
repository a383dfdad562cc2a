import { additionsSince, type LedgerEntry, ledgerOf, type SessionContext } from '../../machines/index.js';

/** The ledgers of the machine that the log keeps, since they grow with the session. */
const names = ['keys', 'calls', 'callThreads', 'threadIds'] as const;
type Name = (typeof names)[number];

export type Ledgers = Pick<SessionContext, Name>;

/** How much of its names a session loads: about as much as its machine would remember. */
export const NAMES_CHARS = 512 * 1024;

/** The names given in one write. */
interface NamesText extends Partial<Record<Name, readonly LedgerEntry[]>> {
  /** The session's last event then. */
  at: number;
}

/** Finds the names that the log does not have yet. */
export class StoredNames {
  readonly #written: Record<Name, number>;

  /** `ledgers`: those that the log has already; none for a new session, or one that an earlier version stored. */
  constructor(ledgers: Ledgers | null) {
    const countOf = (name: Name) => ledgers?.[name].count ?? 0;
    this.#written = {
      keys: countOf('keys'),
      calls: countOf('calls'),
      callThreads: countOf('callThreads'),
      threadIds: countOf('threadIds'),
    };
  }

  /** The names given since the last call, null if there are none. They count as written then. */
  takeAdditions(context: SessionContext): string | null {
    const text: NamesText = { at: context.sequence };
    for (const name of names) {
      const added = additionsSince(context[name], this.#written[name]);
      this.#written[name] = context[name].count;
      if (added.length > 0) text[name] = added;
    }
    return Object.keys(text).length > 1 ? JSON.stringify(text) : null;
  }
}

/** The names as they were, from the texts of the log, newest first. */
export function parseNames(texts: readonly string[]): StoredEntries {
  return new StoredEntries(texts.map((text) => JSON.parse(text) as NamesText).reverse());
}

export class StoredEntries {
  readonly #texts: readonly NamesText[];

  constructor(texts: readonly NamesText[]) {
    this.#texts = texts;
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  upTo(sequence: number): StoredEntries {
    return new StoredEntries(this.#texts.filter(({ at }) => at <= sequence));
  }

  after(sequence: number): StoredEntries {
    return new StoredEntries(this.#texts.filter(({ at }) => at > sequence));
  }

  /** The ledgers with these names after those that they have. */
  addedTo(ledgers: Partial<Ledgers>): Ledgers {
    const withNames = (name: Name) => {
      const known = ledgers[name];
      const entries = this.#texts.flatMap((text) => text[name] ?? []);
      return ledgerOf(known ? [...additionsSince(known, 0), ...entries] : entries);
    };
    return {
      keys: withNames('keys'),
      calls: withNames('calls'),
      callThreads: withNames('callThreads'),
      threadIds: withNames('threadIds'),
    };
  }
}
