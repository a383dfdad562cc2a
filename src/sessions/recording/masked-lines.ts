import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { masker } from './mask.js';

/** There is none when Greenroom runs from its sources. */
const WORKER = import.meta.url.endsWith('.js') ? new URL('./mask-worker.js', import.meta.url) : null;
/** Formatting and masking a line of this length takes milliseconds. */
const LONG_CHARS = 256 * 1024;

/** Formats the lines of a recording as JSON without secrets: the long ones on a thread of its own. */
export class MaskedLines {
  readonly #secrets: readonly string[];
  readonly #mask: (line: string) => string;
  readonly #program: URL | null;
  #worker: Worker | null = null;

  /** `program`: that of the thread; without one, it works on the calling thread. */
  constructor(secrets: readonly string[], program: URL | null = WORKER) {
    this.#secrets = secrets;
    this.#mask = masker(secrets);
    this.#program = program;
  }

  /** The parts of a line. `chars` is about how long it is. */
  async *line(line: object, chars: number): AsyncGenerator<string> {
    if (chars <= LONG_CHARS || this.#program === null) {
      yield this.#mask(`${JSON.stringify(line)}\n`);
      return;
    }
    const name = 'greenroom recording';
    this.#worker ??= new Worker(this.#program, { name, workerData: this.#secrets });
    const answers = on(this.#worker, 'message', { close: ['exit'] });
    this.#worker.postMessage(line);
    for await (const [part] of answers as AsyncIterable<[string | null]>) {
      if (part === null) return;
      yield part;
    }
    throw new Error('the thread that formats recordings has ended');
  }

  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}
