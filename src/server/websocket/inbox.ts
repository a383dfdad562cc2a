export interface InboxOptions {
  /** Resolves when the message is done with, and never rejects. */
  handle(text: string): Promise<void>;
  /** How many messages are handled at the same time. */
  most: number;
  /** Null if there is room for answers; resolves when there may be, or the client is gone. */
  room(): Promise<void> | null;
  /** Stops reading from the client. */
  pause(): void;
  resume(): void;
}

/**
 * The messages of a client, handled in order. As soon as one has to wait, because too many are unfinished or the client
 * does not read its answers, nothing more is read from the client.
 */
export class Inbox {
  readonly #options: InboxOptions;
  /** More than one only if they arrived together. */
  #waiting: string[] = [];
  #unfinished = 0;
  #isTaking = false;
  #onFinished: () => void = () => {};

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  add(text: string): void {
    this.#waiting.push(text);
    if (!this.#isTaking) void this.#take();
  }

  /** The client is gone, and nobody waits for answers. */
  close(): void {
    this.#waiting = [];
  }

  async #take(): Promise<void> {
    this.#isTaking = true;
    let isHeld = false;
    while (this.#waiting.length > 0) {
      const obstacle = this.#options.room() ?? this.#place();
      if (obstacle) {
        if (!isHeld) this.#options.pause();
        isHeld = true;
        await obstacle;
      } else {
        this.#handle(this.#waiting.shift()!);
      }
    }
    this.#isTaking = false;
    if (isHeld) this.#options.resume();
  }

  /** Null if another message may be handled; resolves when it may. */
  #place(): Promise<void> | null {
    if (this.#unfinished < this.#options.most) return null;
    return new Promise((resolve) => {
      this.#onFinished = resolve;
    });
  }

  #handle(text: string): void {
    this.#unfinished++;
    void this.#options.handle(text).then(() => {
      this.#unfinished--;
      this.#onFinished();
    });
  }
}
