import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Journal } from '../../log/index.js';
import { AuditEntry, type ClientRef } from '../../schema/index.js';

/** How many entries are kept. */
const KEPT = 100_000;
/** How many are written before the oldest are removed. */
const PRUNE_AFTER = 1000;

const StoredEntry = AuditEntry.omit({ id: true, time: true });
type NewAuditEntry = Omit<z.infer<typeof StoredEntry>, 'client'> & { client: ClientRef | null };

export interface AuditOptions {
  journal: Journal;
  logger: Pick<Logger, 'error'>;
  now: () => number;
  kept?: number;
}

/** The record of who did what. */
export class Audit {
  readonly #options: AuditOptions;
  #written = PRUNE_AFTER - 1;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** A call is not refused because it cannot be recorded; the daemon's log has it then. */
  record({ client, ...entry }: NewAuditEntry): void {
    const { journal, logger, now } = this.#options;
    const stored = { client: client && { id: client.id, name: client.name }, ...entry };
    journal.append([{ time: now(), json: JSON.stringify(stored) }]).catch((error: unknown) => {
      logger.error({ err: error, entry: stored }, 'an entry of the audit log was not stored');
    });
    this.#written++;
    if (this.#written >= PRUNE_AFTER) this.#prune();
  }

  /** A page, the newest first, and the cursor of the next one. */
  async read(limit: number, cursor?: string): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
    const page = { limit: limit + 1, ...(cursor === undefined ? {} : { before: Number(cursor) }) };
    const found = await this.#options.journal.read(page);
    const entries = found.slice(0, limit).map(({ position, time, json }) => ({
      id: position,
      time: new Date(time).toISOString(),
      ...StoredEntry.parse(JSON.parse(json)),
    }));
    return { entries, nextCursor: found.length > limit ? String(entries.at(-1)!.id) : null };
  }

  #prune(): void {
    const { journal, logger, kept = KEPT } = this.#options;
    this.#written = 0;
    journal.prune({ newest: kept }).catch((error: unknown) => {
      logger.error({ err: error }, 'old entries of the audit log were not removed');
    });
  }
}
