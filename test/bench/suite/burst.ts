import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { inTurns, median } from '../measure.js';
import { bySendLoop, type Passage, Readers, throughDaemon } from '../stream.js';

export const burst: Bench = {
  name: 'burst',
  about: 'one burst of the mock agent to one reader, every delta checked',
  run: (ground, { rounds, burst: count }) => measure(ground, rounds, 1, count),
};

export const readers: Bench = {
  name: 'readers',
  about: 'a burst to many readers at once',
  run: (ground, scale) => measure(ground, scale.rounds, scale.readers, scale.readersBurst),
};

async function measure(ground: Ground, rounds: number, count: number, deltas: number): Promise<Figure[]> {
  const readers = new Readers(ground, count);
  const daemon = await BenchDaemon.start(ground);
  const events = deltas * count;
  const ours: Passage[] = [];
  const theirs: Passage[] = [];
  // A warm-up, which also tells the yardstick how many bytes to send.
  const { bytes } = await throughDaemon(daemon, readers, 'warm', Math.ceil(deltas / 10));
  const { value, yardstick } = await inTurns(
    ground,
    rounds,
    async (round) => rate(events, ours, await throughDaemon(daemon, readers, `s${round}`, deltas)),
    async () => rate(events, theirs, await bySendLoop(ground, readers, deltas, bytes)),
  );
  const to = count === 1 ? '1 reader' : `${count} readers`;
  const what = `plain ws.send loop of the same bytes (${Math.round(bytes)} each)`;
  const cpu = (passages: Passage[]) => (median(passages.map((each) => each.cpu)) / events) * 1e6;
  return [
    {
      name: `${deltas.toLocaleString('en')} deltas to ${to}`,
      unit: '/s',
      better: 'higher',
      value,
      yardstick: { what, value: yardstick },
    },
    {
      name: '  CPU time each',
      unit: 'µs',
      better: 'lower',
      value: cpu(ours),
      yardstick: { what: 'of the plain loop', value: cpu(theirs) },
    },
  ];
}

function rate(events: number, passages: Passage[], passage: Passage): number {
  passages.push(passage);
  return events / passage.seconds;
}
