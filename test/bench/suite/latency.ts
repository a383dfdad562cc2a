import type { Bench } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import { inTurns, quantile } from '../measure.js';
import { Program, paths } from '../program.js';
import { Readers } from '../stream.js';

export const latency: Bench = {
  name: 'latency',
  about:
    'age of a delta when its reader receives it: paced, from the write of the agent, including the commit',
  async run(ground, { rounds, paced: { count, perSecond } }) {
    const readers = new Readers(ground, 1);
    const daemon = await BenchDaemon.start(ground, {
      env: { GREENROOM_MOCK_BIN: paths.program('stamping-agent') },
    });
    const relay = Program.run(ground, 'plain-relay');
    const { url } = await relay.receive<{ url: string }>('listening');
    const tails = { ours: [] as number[], theirs: [] as number[] };
    const { value, yardstick } = await inTurns(
      ground,
      rounds,
      async (round) => {
        const session = `s${round}`;
        await daemon.create(session);
        await readers.connect(daemon.websocket);
        await readers.begin(session, count);
        await daemon.say(session, `${count} ${perSecond}`);
        const { latencies } = await readers.done();
        tails.ours.push(quantile(latencies, 0.99));
        return quantile(latencies, 0.5);
      },
      async () => {
        await readers.connect(url);
        await readers.begin(null, count);
        relay.send({ type: 'go', count, perSecond });
        const { latencies } = await readers.done();
        tails.theirs.push(quantile(latencies, 0.99));
        return quantile(latencies, 0.5);
      },
    );
    const what = 'the same agent, each line handed on by ws.send';
    return [
      {
        name: `agent to reader, ${perSecond.toLocaleString('en')} a second: p50`,
        unit: 'µs',
        better: 'lower',
        value,
        yardstick: { what, value: yardstick },
      },
      {
        name: '  p99',
        unit: 'µs',
        better: 'lower',
        value: quantile(tails.ours, 0.5),
        yardstick: { what, value: quantile(tails.theirs, 0.5) },
      },
    ];
  },
};
