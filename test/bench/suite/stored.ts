import type { Bench } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { paths } from '../program.js';
import { storedSessions } from '../stored-sessions.js';

const flags = ['--expose-gc', '--import', paths.program('weighs-itself'), '--max-semi-space-size=2'];

export const stored: Bench = {
  name: 'stored',
  about: 'memory of the daemon per session that nobody uses',
  async run(ground, { stored: count }) {
    ground.say(`writing ${count} sessions`);
    const { folder, chars } = await storedSessions(ground, count);
    ground.say('weighing the daemon');
    const empty = await weightOf(ground, await ground.folder());
    const full = await weightOf(ground, folder);
    return [
      {
        name: `memory per stored session, of ${count.toLocaleString('en')}`,
        unit: 'KB',
        better: 'lower',
        value: Math.max(0, full - empty) / count / 1024,
        yardstick: { what: 'its row in the log', value: chars / 1024 },
      },
    ];
  },
};

/** The heap of a daemon that has just started on a folder. */
async function weightOf(ground: Ground, data: string): Promise<number> {
  const daemon = await BenchDaemon.start(ground, { flags, data });
  const { heap } = await daemon.program.ask<{ heap: number }>({ type: 'weigh' }, 'weight');
  await daemon.stop();
  return heap;
}
