/** An agent that runs or wants to. */
export interface SlotUser {
  /** It may run now. Not called after its slot was freed. */
  onAdmitted(): void;
  /** Since when it could make room for another; null if it cannot. */
  idleSince(): number | null;
  /** Stops it and frees its slot; only called while it could make room. */
  yield(): void;
}

export interface Slot {
  /** The agent has exited, or need not run any more. */
  free(): void;
}

/**
 * Bounds how many agents run at the same time. Those beyond the limit wait, first come first served; while somebody
 * waits, the agent that has been idle longest makes room.
 */
export class AgentSlots {
  readonly #limit: number;
  readonly #running = new Set<SlotUser>();
  readonly #waiting = new Set<SlotUser>();
  /** Those of the running that are making room. */
  readonly #yielding = new Set<SlotUser>();
  #isScheduled = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of agents that run, and that wait. */
  get counts(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.size };
  }

  /** Admits the user now, or when its turn has come. */
  take(user: SlotUser): Slot {
    this.#waiting.add(user);
    this.#admit();
    return { free: () => this.#free(user) };
  }

  /** To be called whenever an agent may have become idle. */
  review(): void {
    if (this.#isScheduled || !this.#needsRoom) return;
    this.#isScheduled = true;
    // By then the current step has ended, so that all agents tell whether they are idle.
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#makeRoom();
    });
  }

  get #needsRoom(): boolean {
    return this.#waiting.size > this.#yielding.size;
  }

  #free(user: SlotUser): void {
    this.#waiting.delete(user);
    this.#running.delete(user);
    this.#yielding.delete(user);
    this.#admit();
  }

  #admit(): void {
    for (const user of this.#waiting) {
      if (this.#running.size >= this.#limit) break;
      this.#waiting.delete(user);
      this.#running.add(user);
      user.onAdmitted();
    }
    this.review();
  }

  #makeRoom(): void {
    while (this.#needsRoom) {
      const user = this.#longestIdle();
      if (!user) return;
      this.#yielding.add(user);
      user.yield();
    }
  }

  #longestIdle(): SlotUser | null {
    let longest: SlotUser | null = null;
    let earliest = Number.POSITIVE_INFINITY;
    for (const user of this.#running) {
      const since = this.#yielding.has(user) ? null : user.idleSince();
      if (since === null || since >= earliest) continue;
      longest = user;
      earliest = since;
    }
    return longest;
  }
}
