import type { EventLog } from '../log/index.js';
import type { SessionInfo, UniversalEvent } from '../schema/index.js';
import { nextSlice } from './slices.js';

/** How much of the log is searched before others have their turn. */
const SLICE_CHARS = 256 * 1024;
/** How much is searched for one page. The session at hand is searched to its end. */
const BUDGET_CHARS = 32 * 1024 * 1024;

/** Looks for a text in the titles and messages of sessions, whatever its case. */
export class MessageSearch {
  readonly #log: Pick<EventLog, 'read'>;
  readonly #wanted: string;
  /** The same as it is written in JSON, to find the few events that are worth parsing. */
  readonly #written: string;
  #left = BUDGET_CHARS;

  constructor(log: Pick<EventLog, 'read'>, wanted: string) {
    this.#log = log;
    this.#wanted = wanted.toLowerCase();
    this.#written = JSON.stringify(this.#wanted).slice(1, -1);
  }

  /** Whether as much was searched as one page may cost. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  async finds({ sessionId, title, lastSequence }: SessionInfo): Promise<boolean> {
    if (title?.toLowerCase().includes(this.#wanted)) return true;
    for (let after = 0; after < lastSequence; ) {
      await nextSlice();
      const batches = await this.#log.read(sessionId, after, { chars: SLICE_CHARS });
      // It was deleted meanwhile.
      if (batches.length === 0) return false;
      for (const { events } of batches) {
        for (const text of events) {
          this.#left -= text.length;
          if (this.#isIn(text)) return true;
        }
      }
      after = batches.at(-1)!.last;
    }
    return false;
  }

  #isIn(text: string): boolean {
    if (!text.includes('"item.completed"') || !text.toLowerCase().includes(this.#written)) return false;
    const event = JSON.parse(text) as UniversalEvent;
    if (event.type !== 'item.completed' || event.data.item.kind !== 'message') return false;
    return event.data.item.content.some(
      (part) => part.type === 'text' && part.text.toLowerCase().includes(this.#wanted),
    );
  }
}
