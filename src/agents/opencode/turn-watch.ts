import type { ServerEvent } from './envelope.js';

export interface TurnWatchOptions {
  /** How long to wait for more after an idle that came too early. */
  restMs: number;
  /** Nothing more came: the turn is over, though nobody said so. */
  onSilence(): void;
  /** A turn is over. */
  onRest(): void;
}

/** Whether the server is at work for a session. */
export class TurnWatch {
  readonly #options: TurnWatchOptions;
  #isRunning = false;
  /** Whether the server was seen at work. */
  #isBegun = false;
  /** The assistant's latest message; null before the first. */
  #last: 'open' | 'complete' | null = null;
  #silence: NodeJS.Timeout | null = null;
  #waiting: (() => void)[] = [];

  constructor(options: TurnWatchOptions) {
    this.#options = options;
  }

  /** From when a message is sent until the server rests. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** A message is sent to the server. */
  sent(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#isBegun = false;
    this.#last = null;
  }

  /** Looks at an event of the session itself. */
  watch({ type, properties }: ServerEvent): void {
    if (type === 'session.status') this.#status((properties as { status?: { type?: string } }).status?.type);
    if (type === 'message.updated') this.#message(properties.info as MessageInfo | undefined);
    // What fails before the server is at work is followed by no idle.
    if (type === 'session.error' && this.#isRunning && !this.#isBegun) this.ended();
  }

  /**
   * Whether there is something to abort, as soon as that is known. A server that is not at work yet would begin all the
   * same; and one that is aborted while it looks at a folder for the first time refuses every message there.
   */
  async answering(): Promise<boolean> {
    while (this.#isRunning && this.#last === null) await this.#next();
    return this.#isRunning;
  }

  /** Resolves when no turn runs. */
  async rest(): Promise<void> {
    while (this.#isRunning) await this.#next();
  }

  /** It ended, or will never be heard of again. */
  ended(): void {
    const wasRunning = this.#isRunning;
    this.#hush();
    this.#isRunning = false;
    this.#tell();
    if (wasRunning) this.#options.onRest();
  }

  #status(status: string | undefined): void {
    if (status === 'idle') return this.#idle();
    this.#hush();
    this.sent();
    this.#isBegun = true;
  }

  #message(info: MessageInfo | undefined): void {
    if (info?.role !== 'assistant') return;
    this.#last = info.time?.completed == null ? 'open' : 'complete';
    this.#tell();
  }

  /** One from before the server was at work is of the turn before; one before the last message is complete is too early. */
  #idle(): void {
    if (!this.#isRunning || !this.#isBegun) return;
    if (this.#last !== 'open') return this.ended();
    this.#silence ??= setTimeout(() => {
      this.#options.onSilence();
      this.ended();
    }, this.#options.restMs);
  }

  #hush(): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = null;
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

interface MessageInfo {
  role?: string;
  time?: { completed?: number | null };
}
