import type { BenchDaemon } from './daemon.js';
import type { Ground } from './ground.js';
import { calm, timed } from './measure.js';
import { Program } from './program.js';

/** The cost of one run of a stream of deltas. */
export interface Passage {
  seconds: number;
  /** CPU time of the sender. */
  cpu: number;
  /** Size of one delta on the wire. */
  bytes: number;
}

interface Done {
  bytes: number;
  latencies: number[];
}

/** Readers in a separate process, which check that they miss no event. */
export class Readers {
  readonly #program: Program;
  readonly #readers: number;

  constructor(ground: Ground, readers: number) {
    this.#readers = readers;

    this.#program = Program.run(ground, 'readers');
  }

  async connect(url: string): Promise<void> {
    await this.#program.ask({ type: 'connect', url, readers: this.#readers }, 'connected');
  }

  /** Reads a session from its beginning, or one for each reader. Resolves when all readers have caught up. */
  async begin(session: string | readonly string[] | null, count: number): Promise<void> {
    await this.#program.ask({ type: 'read', session, count }, 'reading');
  }

  /** Resolves when all readers have every event. */
  done(): Promise<Done> {
    return this.#program.receive<Done>('done');
  }

  /** The size of one delta. */
  size({ bytes }: Done, count: number): number {
    return bytes / count / this.#readers;
  }
}

/** A burst of the mock agent through the daemon to all readers. */
export async function throughDaemon(
  daemon: BenchDaemon,
  readers: Readers,
  session: string,
  count: number,
): Promise<Passage> {
  await daemon.create(session);
  await readers.connect(daemon.websocket);
  await readers.begin(session, count);
  await calm();
  const before = await daemon.cpu();
  let done: Done | undefined;
  const ms = await timed(async () => {
    await daemon.say(session, `burst ${count} 16`);
    done = await readers.done();
  });
  const cpu = (await daemon.cpu()) - before;
  await daemon.idle(session);
  return { seconds: ms / 1000, cpu, bytes: readers.size(done!, count) };
}

/** The same bytes through a plain loop of `ws.send`. */
export async function bySendLoop(
  ground: Ground,
  readers: Readers,
  count: number,
  bytes: number,
): Promise<Passage> {
  const sender = Program.run(ground, 'plain-sender');
  const { url } = await sender.receive<{ url: string }>('listening');
  await sender.ask({ type: 'prepare', count, bytes: Math.round(bytes) }, 'prepared');
  await readers.connect(url);
  await readers.begin(null, count);
  await calm();
  const before = await cpuOf(sender);
  let done: Done | undefined;
  const ms = await timed(async () => {
    sender.send({ type: 'go' });
    done = await readers.done();
  });
  const cpu = (await cpuOf(sender)) - before;
  await sender.stop();
  return { seconds: ms / 1000, cpu, bytes: readers.size(done!, count) };
}

async function cpuOf(sender: Program): Promise<number> {
  return (await sender.ask<{ seconds: number }>({ type: 'cpu' }, 'cpu')).seconds;
}
