import type { Bench } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import { inTurns, timed } from '../measure.js';

export const past: Bench = {
  name: 'past',
  about: 'the state of a session as it was, early and late in a long log',
  async run(ground, { rounds, past: count }) {
    const daemon = await BenchDaemon.start(ground);
    ground.say('writing the session');
    await daemon.create('long');
    await daemon.say('long', `burst ${count} 16`);
    await daemon.idle('long');
    const state = (at: number) => timed(() => daemon.call('GET', `/v1/sessions/long/state?at=${at}`));
    await state(1);
    const { value, yardstick } = await inTurns(
      ground,
      rounds * 3,
      () => state(count),
      () => state(1),
    );
    return [
      {
        name: `state after event ${count.toLocaleString('en')}`,
        unit: 'ms',
        better: 'lower',
        value,
        yardstick: { what: 'state after event 1', value: yardstick },
      },
    ];
  },
};
