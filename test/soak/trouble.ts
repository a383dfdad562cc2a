import { setTimeout as wait } from 'node:timers/promises';
import type { Probe } from '../bench/probe.js';
import type { Random } from '../faults/random.js';
import type { SoakDaemon } from './daemon.js';

export interface TroubleOptions {
  daemon: SoakDaemon;
  probe: Probe;
  random: Random;
  /** How long it goes on; a short soak has its trouble in shorter intervals. */
  seconds: number;
}

type Kind = 'kill' | 'stop' | 'fill';

/** Files cannot grow beyond this while the disk is full, and all that matter are larger. */
const FULL_BYTES = 4096;

/** Troubles of the daemon: kills, polite stops, a full disk. */
export class Trouble {
  kills = 0;
  stops = 0;
  fullDisks = 0;
  readonly #options: TroubleOptions;

  constructor(options: TroubleOptions) {
    this.#options = options;
  }

  async make(isTimeUp: () => boolean): Promise<void> {
    const { random, seconds } = this.#options;
    const shortest = Math.min(3000, seconds * 50);
    // One of each first, so that a short soak has all of them.
    const first: Kind[] = ['fill', 'kill', 'stop'];
    for (;;) {
      const until = Date.now() + random.between(shortest, shortest * 4);
      while (Date.now() < until) {
        if (isTimeUp()) return;
        await wait(50);
      }
      await this[first.shift() ?? random.pick<Kind>(['kill', 'kill', 'fill', 'fill', 'stop'])]();
    }
  }

  async kill(): Promise<void> {
    await this.#restart('SIGKILL');
    this.kills++;
  }

  async stop(): Promise<void> {
    await this.#restart('SIGTERM');
    this.stops++;
  }

  async fill(): Promise<void> {
    const { daemon, random } = this.#options;
    if (!(await daemon.limitFiles(FULL_BYTES))) return;
    this.fullDisks++;
    await wait(random.between(300, 2500));
    await daemon.limitFiles('unlimited');
  }

  async #restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { daemon, probe } = this.#options;
    await probe.rest();
    await daemon.end(signal);
    await daemon.start();
    await probe.watch(daemon.url);
  }
}
