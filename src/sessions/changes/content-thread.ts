import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { charsOf, type OutcomeOf, perform, type Task } from './tasks.js';

/** There is none when Greenroom runs from its sources. */
const WORKER = import.meta.url.endsWith('.js') ? new URL('./content-worker.js', import.meta.url) : null;
/** Comparing texts of this length takes milliseconds. */
const LONG_CHARS = 64 * 1024;

/** Works on the contents of files, one after the other: the long ones on a thread of its own. */
export class ContentThread {
  readonly #program: URL | null;
  #worker: Worker | null = null;

  /** `program`: that of the thread; without one, it works on the calling thread. */
  constructor(program: URL | null = WORKER) {
    this.#program = program;
  }

  async run<T extends Task>(task: T): Promise<OutcomeOf<T>> {
    if (isQuick(task) || this.#program === null) return perform(task);
    this.#worker ??= new Worker(this.#program, { name: 'greenroom changes' });
    const answer = once(this.#worker, 'message') as Promise<[OutcomeOf<T>]>;
    this.#worker.postMessage(task);
    return (await answer)[0];
  }

  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}

/** Whether a task takes no time worth mentioning. */
export function isQuick(task: Task): boolean {
  return charsOf(task) <= LONG_CHARS;
}
