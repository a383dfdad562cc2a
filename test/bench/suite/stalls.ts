import { type Attack, attacks } from '../attacks.js';
import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { calm, quantile } from '../measure.js';
import { Probe } from '../probe.js';
import { paths } from '../program.js';
import { storedSessions } from '../stored-sessions.js';
import { Readers } from '../stream.js';

/** The wait of others at the 99th percentile, in milliseconds. */
interface Wait {
  delta: number;
  health: number;
}

export const stalls: Bench = {
  name: 'stalls',
  about: "how long another session's delta and a health check take while one session does its worst (p99)",
  async run(ground, { stalls: scale }) {
    ground.say(`writing ${scale.sessions} sessions`);
    const { folder } = await storedSessions(ground, scale.sessions);
    const env = { GREENROOM_MOCK_BIN: paths.program('victim-or-mock') };
    const daemon = await BenchDaemon.start(ground, { env, data: folder });
    const watch = new Watch(ground, daemon, scale.paced);
    const figures: Figure[] = [];
    // A first one warms the daemon up.
    await watch.during(null);
    for (const attack of attacks(scale)) {
      ground.say(attack.name);
      await attack.prepare?.(daemon);
      await calm();
      const quiet = await watch.during(null);
      const attacked = await watch.during(attack);
      figures.push(
        figure(`${attack.name}: a delta`, attacked.delta, quiet.delta),
        figure('  GET /v1/health', attacked.health, quiet.health),
      );
    }
    return figures;
  },
};

function figure(name: string, value: number, quiet: number): Figure {
  return { name, unit: 'ms', better: 'lower', value, yardstick: { what: 'the same in peace', value: quiet } };
}

/** Watches a session that streams at a steady pace. */
class Watch {
  readonly #ground: Ground;
  readonly #daemon: BenchDaemon;
  readonly #paced: { count: number; perSecond: number };
  readonly #readers: Readers;
  #round = 0;

  constructor(ground: Ground, daemon: BenchDaemon, paced: { count: number; perSecond: number }) {
    this.#ground = ground;
    this.#daemon = daemon;
    this.#paced = paced;
    this.#readers = new Readers(ground, 1);
  }

  async during(attack: Attack | null): Promise<Wait> {
    const { count, perSecond } = this.#paced;
    const session = `victim-${++this.#round}`;
    await this.#daemon.create(session);
    await this.#readers.connect(this.#daemon.websocket);
    await this.#readers.begin(session, count);
    const probe = Probe.start(this.#ground);
    await probe.watch(this.#daemon.url);
    await this.#daemon.say(session, `${count} ${perSecond}`);
    let isOver = false;
    const striking = attack === null ? null : this.#strike(attack, () => isOver);
    const { latencies } = await this.#readers.done();
    isOver = true;
    const { p99 } = await probe.stop();
    await striking;
    await this.#daemon.call('POST', `/v1/sessions/${session}/terminate`);
    return { delta: quantile(latencies, 0.99) / 1000, health: p99 };
  }

  async #strike({ strike, isRepeatable }: Attack, isOver: () => boolean): Promise<void> {
    do await strike(this.#daemon);
    while (isRepeatable && !isOver());
  }
}
