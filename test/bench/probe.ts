import type { Ground } from './ground.js';
import { Program } from './program.js';

/** How long the daemon took to tell its health, in milliseconds. */
export interface Stalls {
  largest: number;
  p99: number;
  probes: number;
}

/** Watches the daemon from a process that has nothing else to do. */
export class Probe {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  static start(ground: Ground): Probe {
    return new Probe(Program.run(ground, 'health-probe'));
  }

  async watch(url: string): Promise<void> {
    await this.#program.ask({ type: 'watch', url: `${url}/v1/health` }, 'watching');
  }

  /** Until it watches again. */
  async rest(): Promise<void> {
    await this.#program.ask({ type: 'rest' }, 'rested');
  }

  async stop(): Promise<Stalls> {
    const { largest, p99, probes } = await this.#program.ask<Stalls>({ type: 'report' }, 'stalls');
    await this.#program.stop();
    return { largest, p99, probes };
  }
}
