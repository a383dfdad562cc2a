import type { EventLog } from '../../log/index.js';
import type { SessionInfo, SessionMatch, UniversalEvent } from '../../schema/index.js';
import { nextSlice } from '../slices.js';
import { WantedText } from './wanted-text.js';

/** How much of the log is searched before others have their turn. */
const SLICE_CHARS = 256 * 1024;
/** How much is searched for one page. The session at hand is searched to its end. */
const BUDGET_CHARS = 32 * 1024 * 1024;

/** Looks for a text in the titles and messages of sessions, whatever its case. */
export class MessageSearch {
  readonly #log: Pick<EventLog, 'read'>;
  readonly #wanted: WantedText;
  #left = BUDGET_CHARS;

  constructor(log: Pick<EventLog, 'read'>, wanted: string) {
    this.#log = log;
    this.#wanted = new WantedText(wanted);
  }

  /** Whether as much was searched as one page may cost. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** The message that has the text, or whether the title does. */
  async find({ sessionId, title, lastSequence }: SessionInfo): Promise<SessionMatch | boolean> {
    if (title !== null && this.#wanted.isIn(title)) return true;
    for (let after = 0; after < lastSequence; ) {
      await nextSlice();
      const batches = await this.#log.read(sessionId, after, { chars: SLICE_CHARS });
      // It was deleted meanwhile.
      if (batches.length === 0) return false;
      for (const { events } of batches) {
        for (const text of events) {
          this.#left -= text.length;
          const match = this.#matchIn(text);
          if (match) return match;
        }
      }
      after = batches.at(-1)!.last;
    }
    return false;
  }

  #matchIn(text: string): SessionMatch | null {
    if (!text.includes('"item.completed"') || !this.#wanted.mayBeIn(text)) return null;
    const event = JSON.parse(text) as UniversalEvent;
    if (event.type !== 'item.completed' || event.data.item.kind !== 'message') return null;
    const { session_id: sessionId, sequence, data } = event;
    for (const part of data.item.content) {
      const excerpt = part.type === 'text' ? this.#wanted.excerpt(part.text) : null;
      if (excerpt) return { sessionId, itemId: data.item.item_id, sequence, excerpt };
    }
    return null;
  }
}
