import { type Bench, type Figure, ratioOf } from './bench.js';
import { Ground } from './ground.js';
import type { Scale } from './scale.js';

export interface RunOptions {
  benches: readonly Bench[];
  scale: Scale;
  /** Called with the current activity. */
  say?(what: string): void;
  onFigures?(bench: Bench, figures: Figure[]): void;
}

/** Runs one bench after the other, each with a clean start. */
export class Run {
  #ground: Ground | null = null;
  #isCancelled = false;
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async go(): Promise<void> {
    const { benches, scale, say = () => {}, onFigures = () => {} } = this.#options;
    for (const bench of benches) {
      if (this.#isCancelled) return;
      say(`${bench.name}: ${bench.about}`);
      const ground = new Ground((what) => say(`${bench.name}: ${what}`));
      this.#ground = ground;
      try {
        const figures = await bench.run(ground, scale);
        if (!this.#isCancelled) onFigures(bench, figures);
      } catch (error) {
        // Errors after a cancellation are expected.
        if (!this.#isCancelled) throw error;
      } finally {
        await ground.clear();
      }
    }
  }

  /** Resolves when the running bench has been cleaned up. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    await this.#ground?.clear();
  }
}

/** The figures for scripts. */
export function jsonOf(results: readonly { bench: Bench; figures: Figure[] }[]): string {
  const figures = results.flatMap(({ bench, figures }) =>
    figures.map((figure) => ({
      bench: bench.name,
      ...figure,
      name: figure.name.trim(),
      ratio: ratioOf(figure),
    })),
  );
  const { version, platform, arch } = process;
  return `${JSON.stringify({ node: version, platform, arch, figures }, null, 2)}\n`;
}
