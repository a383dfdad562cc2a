import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { systemTable } from '../../../src/supervision/index.js';
import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { inTurns, median, timed } from '../measure.js';
import { paths } from '../program.js';

export const isolation: Bench = {
  name: 'isolation',
  about: 'what a sandbox around each agent costs',
  async run(ground, { rounds }) {
    const figures: Figure[] = [];
    for (const mode of ['off', 'process', 'strict']) {
      ground.say(mode);
      const { value, yardstick, memory } = await measure(ground, rounds, mode);
      figures.push({
        name: `mock session until it is ready, --isolate ${mode}`,
        unit: 'ms',
        better: 'lower',
        value,
        yardstick: { what: 'bare spawn of the mock program', value: yardstick },
      });
      figures.push({
        name: '  memory of its processes',
        unit: 'KB',
        better: 'lower',
        value: memory.ours,
        yardstick: { what: 'of the bare program', value: memory.bare },
      });
    }
    return figures;
  },
};

async function measure(ground: Ground, rounds: number, isolate: string) {
  const daemon = await BenchDaemon.start(ground, { isolate });
  const memory = { ours: [] as number[], bare: [] as number[] };
  const { value, yardstick } = await inTurns(
    ground,
    rounds,
    async (round) => {
      const id = `${isolate}-${round}`;
      const ms = await timed(() => daemon.create(id));
      memory.ours.push(await weightBelow(daemon.program.child.pid!));
      await daemon.call('POST', `/v1/sessions/${id}/terminate`);
      return ms;
    },
    async () => {
      const child = spawn(process.execPath, [paths.mock, '--session', 'bare'], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      ground.onClear(async () => void child.kill('SIGKILL'));
      const ms = await timed(async () => {
        child.stdin.write('{"type":"hello","client":"bench","protocol":1}\n');
        await once(child.stdout, 'data');
      });
      memory.bare.push(await weightOf(child.pid!));
      child.kill('SIGKILL');
      await once(child, 'exit');
      return ms;
    },
  );
  await daemon.stop();
  return { value, yardstick, memory: { ours: median(memory.ours), bare: median(memory.bare) } };
}

/** The memory of all descendants of a process, in KB. */
async function weightBelow(pid: number): Promise<number> {
  const all = await systemTable.scan();
  const members = new Set([pid]);
  for (const process of all.sort((one, other) => one.start - other.start || one.pid - other.pid))
    if (members.has(process.ppid)) members.add(process.pid);
  members.delete(pid);
  const weights = await Promise.all([...members].map(weightOf));
  return weights.reduce((sum, weight) => sum + weight, 0);
}

async function weightOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
