import { Changes } from '../kit/changes.js';
import type { NativeEvent } from './native.js';
import type { NativeMessage } from './native-messages.js';
import type { RecoveredNotice } from './notices.js';
import { answering, atWork, isEndedByError, notBegun, type Progress, restOf } from './progress.js';

export interface TurnWatchOptions {
  /** How long to wait for more after an idle that came too early. */
  restMs: number;
  /** Nothing more came: the turn is over, though no event says so. */
  onSilence(): void;
  /** A turn is over. */
  onRest(): void;
}

/** Whether the server is at work for a session. */
export class TurnWatch {
  readonly #options: TurnWatchOptions;
  readonly #changes = new Changes();
  /** Null while no turn runs. */
  #progress: Progress | null = null;
  #silence: NodeJS.Timeout | undefined;

  constructor(options: TurnWatchOptions) {
    this.#options = options;
  }

  /** From when a message is sent until the server rests. */
  get isRunning(): boolean {
    return this.#progress !== null;
  }

  /** A message is being sent to the server. */
  sent(): void {
    this.#progress ??= notBegun;
  }

  /** Follows an event of the session itself. */
  watch({ name, message }: NativeEvent): void {
    if (name === 'session.idle') this.#idle();
    else if (name === 'session.status' && message.status.type === 'idle') this.#idle();
    else if (name === 'session.status') this.#atWork();
    else if (name === 'message.updated') this.#message(message.info);
    else if (name === 'session.error' && message.error != null) this.#failed();
  }

  /** Follows what was found out about the session after events were lost. */
  recovered({ messages, isIdle }: RecoveredNotice): void {
    if (!this.isRunning) return;
    this.#atWork();
    for (const { info } of messages) this.#message(info);
    if (isIdle) this.ended();
  }

  /**
   * Whether there is something to abort, as soon as that is known. A server that is not at work yet would begin all the
   * same; and one that is aborted while it looks at a folder for the first time refuses every later message there.
   */
  async answering(): Promise<boolean> {
    await this.#changes.until(() => this.#progress === null || this.#progress.answer !== null);
    return this.isRunning;
  }

  /** Resolves when no turn runs. */
  rest(): Promise<void> {
    return this.#changes.until(() => !this.isRunning);
  }

  /** The turn ended, or will not be reported on any more. */
  ended(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    const wasRunning = this.isRunning;
    this.#progress = null;
    this.#changes.notify();
    if (wasRunning) this.#options.onRest();
  }

  #atWork(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#progress = atWork(this.#progress ?? notBegun);
  }

  #message(info: NativeMessage): void {
    if (this.#progress === null || info.role !== 'assistant') return;
    this.#progress = answering(this.#progress, info);
    this.#changes.notify();
  }

  #failed(): void {
    if (this.#progress !== null && isEndedByError(this.#progress)) this.ended();
  }

  #idle(): void {
    const rest = this.#progress && restOf(this.#progress);
    if (rest === 'over') this.ended();
    if (rest !== 'early') return;
    this.#silence ??= setTimeout(() => {
      this.#options.onSilence();
      this.ended();
    }, this.#options.restMs);
  }
}
