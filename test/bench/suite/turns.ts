import { readFile } from 'node:fs/promises';
import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import { median } from '../measure.js';

/** An early turn, for which nothing can have grown yet. */
const EARLY = 10;

interface Cost {
  ms: number;
  /** Null where the system does not tell what a process writes. */
  bytes: number | null;
}

export const turns: Bench = {
  name: 'turns',
  about: 'cost of a turn, early and late in one session',
  async run(ground, { turns: count }) {
    const daemon = await BenchDaemon.start(ground);
    await daemon.create('long');
    const costs: Cost[] = [];
    for (let turn = 1; turn <= count; turn++) {
      if (turn % 100 === 0) ground.say(`turn ${turn} of ${count}`);
      costs.push(await costOfTurn(daemon));
    }
    const early = costs.slice(EARLY / 2, EARLY + EARLY / 2);
    const late = costs.slice(-EARLY);
    const name = `turn ${count.toLocaleString('en')}`;
    const what = `turn ${EARLY} of the same session`;
    const figures: Figure[] = [
      figure(`${name}: time`, 'ms', what, late.map(ms), early.map(ms)),
      figure('  bytes written', 'KB', what, late.flatMap(kilobytes), early.flatMap(kilobytes)),
    ];
    return figures.filter(({ value }) => !Number.isNaN(value));
  },
};

/** The whole turn: until its last event was streamed to the sender. */
async function costOfTurn(daemon: BenchDaemon): Promise<Cost> {
  const before = await written(daemon);
  const begun = performance.now();
  await daemon.call('POST', '/v1/sessions/long/messages/stream', { message: 'echo hello' });
  const ms = performance.now() - begun;
  const after = await written(daemon);
  return { ms, bytes: before === null || after === null ? null : after - before };
}

const ms = (cost: Cost) => cost.ms;
const kilobytes = ({ bytes }: Cost) => (bytes === null ? [] : [bytes / 1024]);

function figure(name: string, unit: 'ms' | 'KB', what: string, late: number[], early: number[]): Figure {
  const yardstick = { what, value: median(early) };
  return { name, unit, better: 'lower', value: median(late), yardstick };
}

/** All bytes that the daemon has written so far, to files and sockets. */
async function written({ program }: BenchDaemon): Promise<number | null> {
  const io = await readFile(`/proc/${program.child.pid}/io`, 'utf8').catch(() => '');
  const bytes = /^wchar: (\d+)$/m.exec(io)?.[1];
  return bytes === undefined ? null : Number(bytes);
}
