import { type Bench, type Figure, ratioOf } from './bench.js';
import { Ground } from './ground.js';
import type { Scale } from './scale.js';

export interface RunOptions {
  benches: readonly Bench[];
  scale: Scale;
  /** Told what is being done. */
  say?(what: string): void;
  onFigures?(bench: Bench, figures: Figure[]): void;
}

/** One bench after the other. What each started and made is gone before the next begins. */
export class Run {
  private ground: Ground | null = null;
  private isCancelled = false;

  constructor(private readonly options: RunOptions) {}

  async go(): Promise<void> {
    const { benches, scale, say = () => {}, onFigures = () => {} } = this.options;
    for (const bench of benches) {
      if (this.isCancelled) return;
      say(`${bench.name}: ${bench.about}`);
      const ground = new Ground((what) => say(`${bench.name}: ${what}`));
      this.ground = ground;
      try {
        const figures = await bench.run(ground, scale);
        if (!this.isCancelled) onFigures(bench, figures);
      } catch (error) {
        // What was cancelled fails, one way or another.
        if (!this.isCancelled) throw error;
      } finally {
        await ground.clear();
      }
    }
  }

  /** Resolves when nothing is left of the bench that runs. */
  async cancel(): Promise<void> {
    this.isCancelled = true;
    await this.ground?.clear();
  }
}

/** For scripts. */
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
