import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';

/** Beyond this many characters an event is not read: the stream is opened again, as if it had been lost. */
const LONGEST_EVENT = 64 * 1024 * 1024;

export interface EventStreamOptions {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onData(data: string): void;
  /** The stream was lost and is open again. Events sent in the meantime are not repeated. */
  onReopened(): void;
  /** Longest silence: the server sends a heartbeat every ten seconds. */
  silenceMs: number;
  /** Delay before the stream is opened again: at first, and at most. */
  backoffMs: readonly [first: number, most: number];
  longestEvent?: number;
}

/** The server's event stream, which is opened again whenever it breaks. */
export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #stop = new AbortController();
  #onFirst: () => void = () => {};
  #wasOpen = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  /** Resolves with the first event, from which on none is missed. Rejects if the first attempt fails. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onFirst = resolve;
      void this.#read().then(() => this.#keepOpen(), reject);
    });
  }

  stop(): void {
    this.#stop.abort();
  }

  async #keepOpen(): Promise<void> {
    const { signal } = this.#stop;
    const [first, most] = this.#options.backoffMs;
    let wait = first;
    while (!signal.aborted) {
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      wait = await this.#read().then(
        () => first,
        () => Math.min(wait * 2, most),
      );
    }
  }

  /** Reads one stream to its end. Rejects if it fails before the first event; any later end is a normal one. */
  async #read(): Promise<void> {
    const { open, onData, silenceMs, longestEvent = LONGEST_EVENT } = this.#options;
    const silence = new AbortController();
    const deadline = setTimeout(() => silence.abort(new Error('the events fell silent')), silenceMs);
    deadline.unref();
    let failure: unknown = new Error('the events ended before they began');
    const parser = createParser({
      maxBufferSize: longestEvent,
      onEvent: ({ data }) => {
        if (failure !== null) this.#opened();
        failure = null;
        onData(data);
      },
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of await open(AbortSignal.any([this.#stop.signal, silence.signal]))) {
        deadline.refresh();
        parser.feed(decoder.decode(chunk, { stream: true }));
      }
    } catch (error) {
      failure &&= error;
    } finally {
      clearTimeout(deadline);
    }
    if (failure !== null) throw failure;
  }

  #opened(): void {
    if (this.#wasOpen) this.#options.onReopened();
    this.#wasOpen = true;
    this.#onFirst();
  }
}
