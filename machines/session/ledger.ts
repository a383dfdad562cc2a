/**
 * A persistent, append-only dictionary: time travel and graph exploration rely on contexts that never change in place.
 * It is split into chunks, so that an addition copies one chunk at most, whatever the size.
 */
export interface Ledger {
  readonly full: readonly Chunk[];
  readonly last: Chunk;
  readonly size: number;
}
type Chunk = Readonly<Record<string, string>>;

const CHUNK_SIZE = 128;

export const emptyLedger: Ledger = { full: [], last: {}, size: 0 };

/** Adds a value; it shadows an older one with the same key. */
export function put(ledger: Ledger, key: string, value: string): Ledger {
  if (ledger.size < CHUNK_SIZE) {
    return { full: ledger.full, last: { ...ledger.last, [key]: value }, size: ledger.size + 1 };
  }
  return { full: [...ledger.full, ledger.last], last: { [key]: value }, size: 1 };
}

/** Returns the newest value of a key. */
export function get(ledger: Ledger, key: string): string | undefined {
  if (Object.hasOwn(ledger.last, key)) return ledger.last[key];
  for (let i = ledger.full.length - 1; i >= 0; i--) {
    const chunk = ledger.full[i]!;
    if (Object.hasOwn(chunk, key)) return chunk[key];
  }
  return undefined;
}
