import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import { atOnce } from '../measure.js';
import { Program, paths } from '../program.js';

interface Weight {
  rss: number;
  heap: number;
}

const flags = [
  '--expose-gc',
  '--import',
  paths.program('weighs-itself'),
  // Otherwise the young generation grows by tens of megabytes meanwhile and hides what is retained.
  '--max-semi-space-size=2',
];

export const memory: Bench = {
  name: 'memory',
  about: 'growth of the daemon per idle session, without its agent',
  async run(ground, { idle, idleBefore, atOnce: limit }) {
    ground.say(`${idle} sessions`);
    const daemon = await BenchDaemon.start(ground, { flags });
    const create = (from: number, count: number) =>
      atOnce(limit, count, (i) => daemon.create(`s${from + i}`));
    const ours = await grown(daemon.program, idleBefore, idle, create);
    await daemon.stop();

    ground.say(`${idle} bare processes`);
    const parent = Program.start(ground, {
      args: [...flags, paths.program('plain-parent'), paths.mock],
    });
    await parent.receive('up');
    const spawn = async (_from: number, count: number) => {
      await parent.ask({ type: 'spawn', count }, 'spawned');
    };
    const theirs = await grown(parent, idleBefore, idle, spawn);
    await parent.stop();

    const figure = (name: string, key: keyof Weight): Figure => ({
      name,
      unit: 'KB',
      better: 'lower',
      value: ours[key] / 1024,
      yardstick: { what: 'handle of a bare child process', value: theirs[key] / 1024 },
    });
    return [figure('memory per idle session', 'rss'), figure('  of it on the heap', 'heap')];
  },
};

/** The growth per unit. */
async function grown(
  program: Program,
  before: number,
  count: number,
  add: (from: number, count: number) => Promise<void>,
): Promise<Weight> {
  const weigh = () => program.ask<Weight>({ type: 'weigh' }, 'weight');
  await add(0, before);
  const first = await weigh();
  await add(before, count);
  const last = await weigh();
  return { rss: (last.rss - first.rss) / count, heap: (last.heap - first.heap) / count };
}
