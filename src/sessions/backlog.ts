export interface BacklogOptions {
  /** The number of characters beyond which a session's backlog is full. */
  limit: number;
  onFull(sessionId: string): void;
  onRoom(sessionId: string): void;
}

/** How much each session has written that is not stored yet. */
export class Backlog {
  readonly #options: BacklogOptions;
  /** Sessions with nothing to be stored have no entry. */
  readonly #chars = new Map<string, number>();

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  chars(sessionId: string): number {
    return this.#chars.get(sessionId) ?? 0;
  }

  add(sessionId: string, chars: number): void {
    const { limit, onFull } = this.#options;
    const before = this.chars(sessionId);
    this.#chars.set(sessionId, before + chars);
    if (before <= limit && before + chars > limit) onFull(sessionId);
  }

  stored(sessionId: string, chars: number): void {
    const { limit, onRoom } = this.#options;
    const before = this.chars(sessionId);
    const left = before - chars;
    if (left > 0) this.#chars.set(sessionId, left);
    else this.#chars.delete(sessionId);
    if (before > limit && left <= limit) onRoom(sessionId);
  }

  forget(sessionId: string): void {
    this.#chars.delete(sessionId);
  }
}
