import type { MachineGraph } from '../schema/index.js';
import type { Abortable } from './abort.js';
import type { HttpCalls } from './http-calls.js';

/** The state machines of the daemon. */
export class Machines {
  readonly #http: HttpCalls;

  constructor(http: HttpCalls) {
    this.#http = http;
  }

  async list(options?: Abortable): Promise<MachineGraph[]> {
    return (await this.#http.json('GET /v1/machines', {}, options)).machines;
  }

  /** A machine as a graph. */
  get(name: string, options?: Abortable): Promise<MachineGraph> {
    return this.#http.json('GET /v1/machines/:name', { path: { name } }, options);
  }

  /** A machine as SVG or as Mermaid. */
  draw(name: string, format: 'svg' | 'mmd', options?: Abortable): Promise<string> {
    return this.#http.text(`GET /v1/machines/:name.${format}`, { path: { name } }, options);
  }
}
