import type { EventOf, UniversalEvent, UniversalItem } from '../schema/index.js';
import { textOfParts } from './text.js';

/**
 * Finds the turn of a message in a session's events. A turn names the message that started it. A message that was
 * steered into a running turn is known by its text: it is an item of that turn.
 */
export class TurnTracker {
  readonly #messageId: string;
  readonly #text: string;
  /** Whether the message did not start a turn, but joined one. */
  #isSteered = false;
  /** Until the past has been read, a turn that the message started may still come. */
  #isCaughtUp = false;
  #own: string | null = null;
  /** The events from where the message may have joined a turn. */
  #joined: UniversalEvent[] | null = null;
  /** The events of the turn so far. */
  readonly events: UniversalEvent[] = [];
  ended: EventOf<'turn.ended'> | null = null;

  constructor(messageId: string, text: string) {
    this.#messageId = messageId;
    this.#text = text;
  }

  /** Whether the turn is known. */
  get isFound(): boolean {
    return this.events.length > 0;
  }

  add(event: UniversalEvent): void {
    if (this.ended) return;
    if (event.type === 'turn.started' && event.data.metadata.message_id === this.#messageId) {
      this.#own = event.data.turn_id;
      this.events.length = 0;
    }
    if (this.#own !== null) return this.#take(event);
    if (this.#isSteered && this.#isCaughtUp && this.#joined) return this.#take(event);
    if (this.#isOurs(event) && !(this.#isSteered && this.#joined)) this.#joined = [event];
    // Other turns than the one that it may have joined are of no interest.
    else if (this.#joined?.at(-1)?.type !== 'turn.ended') this.#joined?.push(event);
    this.#settle();
  }

  steered(): void {
    this.#isSteered = true;
    this.#settle();
  }

  /** Reads the past, or the events since a lost connection. */
  rewind(): void {
    this.#isCaughtUp = false;
  }

  caughtUp(): void {
    this.#isCaughtUp = true;
    this.#settle();
  }

  #settle(): void {
    if (!this.#isSteered || !this.#isCaughtUp || this.#own !== null || this.isFound) return;
    for (const event of this.#joined ?? []) this.#take(event);
  }

  #take(event: UniversalEvent): void {
    if (this.ended) return;
    this.events.push(event);
    if (event.type !== 'turn.ended') return;
    if (this.#own === null || event.data.turn_id === this.#own) this.ended = event;
  }

  #isOurs(event: UniversalEvent): boolean {
    return event.type === 'item.completed' && isUserMessage(event.data.item, this.#text);
  }
}

function isUserMessage({ role, content }: UniversalItem, text: string): boolean {
  return role === 'user' && textOfParts(content) === text;
}
