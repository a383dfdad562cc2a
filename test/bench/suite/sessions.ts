import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Bench } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { atOnce, inTurns, timed } from '../measure.js';
import { paths } from '../program.js';

export const sessions: Bench = {
  name: 'sessions',
  about: 'mock sessions created over HTTP, several at once',
  async run(ground, { rounds, sessions: count, atOnce: limit }) {
    const ours = async () => {
      const daemon = await BenchDaemon.start(ground);
      const ms = await timed(() => atOnce(limit, count, (i) => daemon.create(`s${i}`)));
      await daemon.stop();
      return (count / ms) * 1000;
    };
    const bare = async () => {
      const children: ChildProcessWithoutNullStreams[] = [];
      const end = async () => {
        for (const child of children.splice(0)) {
          child.kill('SIGKILL');
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        }
      };
      ground.onClear(end);
      const ms = await timed(() => atOnce(limit, count, (i) => ready(ground, children, i)));
      await end();
      return (count / ms) * 1000;
    };
    const { value, yardstick } = await inTurns(ground, rounds, ours, bare);
    return [
      {
        name: 'sessions created',
        unit: '/s',
        better: 'higher',
        value,
        yardstick: { what: 'bare spawn of the mock program until it is ready', value: yardstick },
      },
    ];
  },
};

async function ready(
  ground: Ground,
  children: ChildProcessWithoutNullStreams[],
  index: number,
): Promise<void> {
  ground.mustStand();
  const child = spawn(process.execPath, [paths.mock, '--session', `bare-${index}`], { detached: true });
  children.push(child);
  child.stdin.write('{"type":"hello","client":"bench","protocol":1}\n');
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  if (!chunk.includes('"ready"')) throw new Error(`the mock program said ${String(chunk)}`);
}
