import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { calm, inTurns, timed } from '../measure.js';
import { Program } from '../program.js';
import { bySendLoop, Readers } from '../stream.js';

const PAGE = 10_000;

export const replay: Bench = {
  name: 'replay',
  about: 'a long session read from its first event, over WebSocket and in HTTP pages',
  async run(ground, { rounds, replay: count }) {
    const daemon = await BenchDaemon.start(ground);
    ground.say('writing the session');
    await daemon.create('long');
    await daemon.say('long', `burst ${count} 16`);
    await daemon.idle('long');
    return [await byWebSocket(ground, daemon, rounds, count), await byPages(ground, daemon, rounds, count)];
  },
};

async function byWebSocket(
  ground: Ground,
  daemon: BenchDaemon,
  rounds: number,
  count: number,
): Promise<Figure> {
  const readers = new Readers(ground, 1);
  let bytes = 0;
  const { value, yardstick } = await inTurns(
    ground,
    rounds,
    async () => {
      await readers.connect(daemon.websocket);
      await calm();
      const ms = await timed(async () => {
        const [, done] = await Promise.all([readers.begin('long', count), readers.done()]);
        bytes = readers.size(done, count);
      });
      return (count / ms) * 1000;
    },
    async () => count / (await bySendLoop(ground, readers, count, bytes)).seconds,
  );
  return {
    name: `replay of ${count.toLocaleString('en')} events, WebSocket`,
    unit: '/s',
    better: 'higher',
    value,
    yardstick: { what: 'plain ws.send loop of the same bytes, from memory', value: yardstick },
  };
}

async function byPages(ground: Ground, daemon: BenchDaemon, rounds: number, count: number): Promise<Figure> {
  const plain = Program.run(ground, 'plain-pages');
  const { url } = await plain.receive<{ url: string }>('listening');
  const pages = Math.ceil(count / PAGE);
  const page = (number: number) =>
    daemon.call('GET', `/v1/sessions/long/events?offset=${number * PAGE}&limit=${PAGE}`);
  const bytes = Buffer.byteLength(await page(0));
  await plain.ask({ type: 'prepare', bytes }, 'prepared');
  const rate = async (get: (number: number) => Promise<unknown>) => {
    await calm();
    const ms = await timed(async () => {
      for (let number = 0; number < pages; number++) await get(number);
    });
    return (count / ms) * 1000;
  };
  const { value, yardstick } = await inTurns(
    ground,
    rounds,
    () => rate(page),
    () => rate(async () => (await fetch(url)).text()),
  );
  return {
    name: '  over HTTP, in pages',
    unit: '/s',
    better: 'higher',
    value,
    yardstick: { what: 'plain node HTTP server, the same pages from memory', value: yardstick },
  };
}
