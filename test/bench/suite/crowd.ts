import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import { atOnce, quantile } from '../measure.js';
import { Program, paths } from '../program.js';
import { Readers } from '../stream.js';

export const crowd: Bench = {
  name: 'crowd',
  about: 'age of a delta when its reader receives it, with many sessions that stream at the same time',
  async run(ground, { crowd: { sessions: count, count: deltas, perSecond }, atOnce: limit }) {
    const names = Array.from({ length: count }, (_, index) => `s${index}`);
    const readers = new Readers(ground, count);
    ground.say(`${count} sessions`);
    const daemon = await BenchDaemon.start(ground, {
      env: { GREENROOM_MOCK_BIN: paths.program('stamping-agent') },
    });
    await atOnce(limit, count, (index) => daemon.create(names[index]!));
    await readers.connect(daemon.websocket);
    await readers.begin(names, deltas);
    await Promise.all(names.map((name) => daemon.say(name, `${deltas} ${perSecond}`)));
    const ours = await readers.done();
    await daemon.stop();

    ground.say(`${count} bare agents`);
    const relay = Program.run(ground, 'plain-relay', String(count));
    const { url } = await relay.receive<{ url: string }>('listening');
    await readers.connect(url);
    await readers.begin(null, deltas);
    relay.send({ type: 'go', count: deltas, perSecond });
    const overWs = await readers.done();
    const overPipe = await relay.ask<{ latencies: number[] }>({ type: 'ages' }, 'ages');
    await relay.stop();

    const rate = (count * perSecond).toLocaleString('en');
    const figure = (name: string, what: string, theirs: number[], part: number): Figure => ({
      name,
      unit: 'ms',
      better: 'lower',
      value: quantile(ours.latencies, part) / 1000,
      yardstick: { what, value: quantile(theirs, part) / 1000 },
    });
    return [
      figure(
        `${rate} events/s of ${count} sessions: p50`,
        'each line handed on by ws.send',
        overWs.latencies,
        0.5,
      ),
      figure('  p99', 'each line handed on by ws.send', overWs.latencies, 0.99),
      figure('  p99', 'each line read from its pipe', overPipe.latencies, 0.99),
    ];
  },
};
