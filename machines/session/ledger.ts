/**
 * A persistent, append-only dictionary: time travel and graph exploration rely on contexts that never change in place.
 * It is split into chunks, so that an addition copies one chunk at most. Only the newest entries are kept; the log has
 * all of them, and the newest again for a session that is loaded.
 */
export interface Ledger {
  /** Oldest first. */
  readonly full: readonly Chunk[];
  /** Added since the last full chunk. A list, since copying an object of many keys takes far longer. */
  readonly last: readonly LedgerEntry[];
  /** How many entries were ever added. */
  readonly count: number;
}

interface Chunk {
  /** In the order in which they were added. */
  readonly entries: readonly LedgerEntry[];
  readonly values: Readonly<Record<string, string>>;
}

export type LedgerEntry = readonly [key: string, value: string];

const CHUNK_SIZE = 128;
const FULL_CHUNKS = 32;

export const emptyLedger: Ledger = { full: [], last: [], count: 0 };

/** A ledger with the newest of some entries. */
export function ledgerOf(entries: readonly LedgerEntry[]): Ledger {
  // The last chunk is full only when another entry follows.
  const rest = entries.length === 0 ? 0 : ((entries.length - 1) % CHUNK_SIZE) + 1;
  const full: Chunk[] = [];
  for (let from = 0; from < entries.length - rest; from += CHUNK_SIZE)
    full.push(chunkOf(entries.slice(from, from + CHUNK_SIZE)));
  return {
    full: full.slice(-FULL_CHUNKS),
    last: entries.slice(entries.length - rest),
    count: entries.length,
  };
}

/** Adds a value; it shadows an older one with the same key. */
export function put({ full, last, count }: Ledger, key: string, value: string): Ledger {
  const isFull = last.length === CHUNK_SIZE;
  return {
    full: isFull ? [...full, chunkOf(last)].slice(-FULL_CHUNKS) : full,
    last: isFull ? [[key, value]] : [...last, [key, value]],
    count: count + 1,
  };
}

/** Returns the newest value of a key. */
export function get({ full, last }: Ledger, key: string): string | undefined {
  for (let i = last.length - 1; i >= 0; i--) {
    const [known, value] = last[i]!;
    if (known === key) return value;
  }
  for (let i = full.length - 1; i >= 0; i--) {
    const { values } = full[i]!;
    if (Object.hasOwn(values, key)) return values[key];
  }
  return undefined;
}

/** The entries added since the ledger had a number of them, as far as it still has them. */
export function additionsSince({ full, last, count }: Ledger, since: number): LedgerEntry[] {
  const parts: (readonly LedgerEntry[])[] = [];
  let missing = count - since;
  for (let i = full.length; i >= 0 && missing > 0; i--) {
    const entries = full[i]?.entries ?? last;
    parts.push(entries.slice(-missing));
    missing -= entries.length;
  }
  return parts.reverse().flat();
}

function chunkOf(entries: readonly LedgerEntry[]): Chunk {
  return { entries, values: Object.fromEntries(entries) };
}
