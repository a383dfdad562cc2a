import { Worker } from 'node:worker_threads';
import type { LineAnswer, LineQuestion } from './line-worker.js';
import { type ParsedLine, parsedLine } from './parsed-line.js';

/** There is none when Greenroom runs from its sources. */
const WORKER = import.meta.url.endsWith('.js') ? new URL('./line-worker.js', import.meta.url) : null;
/** The thread is ended when it has had nothing to do for so long: it keeps the memory of the lines it parsed. */
const IDLE_MS = 5_000;

/**
 * Decodes and parses long lines on a thread of its own, one after another. What is left for the calling thread is to copy
 * the text and the value, each in a turn of the event loop.
 */
export class LineParser {
  readonly #program: URL | null;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** `program`: that of the thread; without one, it works on the calling thread. */
  constructor(program: URL | null = WORKER) {
    this.#program = program;
  }

  /** The parts must be shared memory to be passed on without a copy. */
  parse(parts: readonly Buffer[]): Promise<ParsedLine> {
    const parsed = this.#last.then(() => this.#parse(parts));
    this.#last = parsed;
    return parsed;
  }

  async #parse(parts: readonly Buffer[]): Promise<ParsedLine> {
    if (!this.#program) return parsedLine(parts);
    clearTimeout(this.#idle);
    const worker = this.#worker ?? start(this.#program);
    this.#worker = worker;
    try {
      const { text = '' } = await ask(worker, { parts });
      const { json } = await ask(worker, {});
      return { text, json };
    } catch {
      // Nothing of the line is lost: its bytes are still here.
      this.#end(worker);
      return parsedLine(parts);
    } finally {
      this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
    }
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    void worker.terminate();
  }
}

function start(program: URL): Worker {
  const worker = new Worker(program, { name: 'greenroom lines' });
  worker.unref();
  // Whoever waits for an answer is told; otherwise nobody misses it.
  worker.on('error', () => {});
  return worker;
}

function ask(worker: Worker, question: LineQuestion): Promise<LineAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      outcome();
    };
    const onMessage = (answer: LineAnswer) =>
      settle(() => (answer.failure === undefined ? resolve(answer) : reject(new Error(answer.failure))));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error('the thread has ended')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(question);
  });
}

/** For all processes: long lines are rare. */
export const lineParser = new LineParser();
