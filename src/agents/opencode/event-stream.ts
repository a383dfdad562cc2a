import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';

export interface EventStreamOptions {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onData(data: string): void;
  /** It was lost and is there again. What was sent meanwhile is not sent again. */
  onReopened(): void;
  /** How long it may be silent: the server sends something every ten seconds. */
  silenceMs: number;
  /** How long to wait before it is opened again: at first, and at most. */
  backoffMs: readonly [first: number, most: number];
}

/** The server's events, for as long as it is wanted: a stream that breaks is opened again. */
export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #stop = new AbortController();
  #onFirst: () => void = () => {};
  #wasOpen = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  /** Resolves with the first event, when nothing is missed any more. Rejects where there is no stream to begin with. */
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

  /** Reads one stream to its end. Rejects where nothing came of it; how one ends that had begun does not matter. */
  async #read(): Promise<void> {
    const { open, onData, silenceMs } = this.#options;
    const silence = new AbortController();
    const deadline = setTimeout(() => silence.abort(new Error('the events fell silent')), silenceMs);
    deadline.unref();
    let failure: unknown = new Error('the events ended before they began');
    const parser = createParser({
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
