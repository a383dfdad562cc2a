/**
 * An append-only dictionary that is never changed in place: a machine's context must stay as it was, or neither the
 * graph of its states nor time travel could be trusted. Entries are kept in chunks, so that an addition copies at
 * most one chunk, however many entries there are.
 */
export interface Ledger {
  readonly full: readonly Chunk[];
  readonly last: Chunk;
  readonly size: number;
}
type Chunk = Readonly<Record<string, string>>;

const CHUNK = 128;

export const emptyLedger: Ledger = { full: [], last: {}, size: 0 };

/** Adds an entry; one with the same key hides the older one. */
export function enter(ledger: Ledger, key: string, value: string): Ledger {
  if (ledger.size < CHUNK) {
    return { full: ledger.full, last: { ...ledger.last, [key]: value }, size: ledger.size + 1 };
  }
  return { full: [...ledger.full, ledger.last], last: { [key]: value }, size: 1 };
}

/** The newest value under a key. */
export function look(ledger: Ledger, key: string): string | undefined {
  if (Object.hasOwn(ledger.last, key)) return ledger.last[key];
  for (let i = ledger.full.length - 1; i >= 0; i--) {
    const chunk = ledger.full[i]!;
    if (Object.hasOwn(chunk, key)) return chunk[key];
  }
  return undefined;
}
