import { setTimeout as wait } from 'node:timers/promises';
import type { UniversalEvent } from '../../src/schema/index.js';
import { type ProcessInfo, parseMark, systemTable } from '../../src/supervision/index.js';
import { freePort } from '../bench/daemon.js';
import type { Ground } from '../bench/ground.js';
import { Probe, type Stalls } from '../bench/probe.js';
import { Random } from '../faults/random.js';
import { Client } from './client.js';
import { SoakDaemon } from './daemon.js';
import { Findings } from './findings.js';
import { SessionLife } from './session-life.js';
import { Trouble } from './trouble.js';
import { digestOf, verifyMessages, verifyReader, verifyStream } from './verify.js';

export interface Outcome {
  seed: number;
  seconds: number;
  sessions: number;
  messages: number;
  readers: number;
  stored: number;
  delivered: number;
  kills: number;
  stops: number;
  fullDisks: number;
  findings: Findings;
  stalls: Stalls;
  lives: SoakDaemon['lives'];
}

export interface SoakOptions {
  seconds: number;
  seed: number;
  ground: Ground;
}

/** Sessions at the same time. */
const AT_ONCE = 6;
const SETTLE_MS = 30_000;
const LOOK_MS = 100;

/** Runs a daemon among things that go wrong, and finds out what it lost. */
export class Soak {
  readonly #options: SoakOptions;
  readonly #random: Random;
  readonly #findings = new Findings();
  /** All sessions have it in their ids, so that their processes are told from others. */
  readonly #name: string;
  readonly #tally = { sessions: 0, messages: 0, readers: 0, stored: 0, delivered: 0 };
  /** The expected end of sessions that were not deleted. */
  readonly #kept: { id: string; count: number; digest: string }[] = [];

  constructor(options: SoakOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#name = `soak-${process.pid}-${Date.now().toString(36)}`;
  }

  async run(): Promise<Outcome> {
    const { ground, seconds, seed } = this.#options;
    const daemon = new SoakDaemon(ground, await ground.folder('greenroom-soak-'), await freePort());
    const probe = Probe.start(ground);
    ground.onClear(() => this.#killLeft());
    ground.onClear(() => daemon.end('SIGTERM'));
    const client = new Client(daemon.url);
    await daemon.start();
    const before = await settledDescriptors(daemon);
    await probe.watch(daemon.url);

    const end = Date.now() + seconds * 1000;
    const isTimeUp = () => Date.now() >= end;
    const trouble = new Trouble({ daemon, probe, random: this.#random.fork(), seconds });
    const showing = setInterval(() => this.#show(end, trouble), 500);
    try {
      const slots = Array.from({ length: AT_ONCE }, () => this.#slot(client, this.#random.fork(), isTimeUp));
      await Promise.all([trouble.make(isTimeUp), ...slots]);
    } finally {
      clearInterval(showing);
    }

    ground.say('looking for what was left');
    const stalls = await probe.stop();
    await this.#countDescriptors(daemon, before);
    await daemon.end('SIGTERM');
    await this.#countProcesses();
    ground.say('reading all sessions again');
    await daemon.start();
    await this.#verifyKept(client);
    await daemon.end('SIGTERM');
    for (const crash of daemon.crashes) this.#findings.add('crashes', crash);
    const { kills, stops, fullDisks } = trouble;
    const counts = { kills, stops, fullDisks, lives: daemon.lives };
    return { seed, seconds, ...this.#tally, ...counts, findings: this.#findings, stalls };
  }

  /** One session after the other. */
  async #slot(client: Client, random: Random, isTimeUp: () => boolean): Promise<void> {
    while (!isTimeUp()) {
      const life = new SessionLife(`${this.#name}-${++this.#tally.sessions}`, client, random.fork());
      try {
        await life.live(isTimeUp);
        await this.#conclude(life, client, random);
      } catch (error) {
        this.#findings.add('stuck', String(error));
      } finally {
        await life.close();
      }
    }
  }

  async #conclude(life: SessionLife, client: Client, random: Random): Promise<void> {
    const { id } = life;
    const waiting = await life.queued();
    const seen = await client.info(id);
    await life.end();
    const stored = await client.storedTexts(id);
    for (const reader of life.readers) {
      this.#tally.delivered += await verifyReader(reader, stored, this.#findings);
      this.#tally.readers++;
    }
    const events = stored.map((text) => JSON.parse(text) as UniversalEvent);
    verifyStream(id, events, this.#findings);
    verifyMessages(life, events, seen.status === 'ended' ? null : waiting, this.#findings);
    this.#tally.messages += life.acknowledged.size;
    this.#tally.stored += stored.length;
    if (random.below(3) > 0) {
      this.#kept.push({ id, count: stored.length, digest: digestOf(stored) });
      return;
    }
    const { status, body } = await client.ask('DELETE', `/v1/sessions/${id}`);
    // 404: an earlier attempt was not answered.
    if (![202, 204, 404].includes(status))
      this.#findings.add('stuck', `deleting ${id}: ${status} ${JSON.stringify(body)}`);
  }

  async #verifyKept(client: Client): Promise<void> {
    for (const { id, count, digest } of this.#kept) {
      const stored = await client.storedTexts(id).catch(() => []);
      this.#findings.add(
        'lost',
        `${id}: ${stored.length} of ${count} events`,
        Math.max(0, count - stored.length),
      );
      if (stored.length >= count && digestOf(stored) !== digest)
        this.#findings.add('changed', `${id} is not what it was, or goes on after its end`);
    }
  }

  /** All readers and agents are gone, so there should be no more descriptors than in the beginning. */
  async #countDescriptors(daemon: SoakDaemon, before: number | null): Promise<void> {
    const deadline = Date.now() + SETTLE_MS;
    for (;;) {
      const now = await daemon.descriptors();
      const left = (now ?? 0) - (before ?? 0);
      if (before === null || left <= 0) return;
      if (Date.now() > deadline)
        return this.#findings.add('descriptors', (await daemon.descriptorNames()).join(', '), left);
      await wait(LOOK_MS);
    }
  }

  async #countProcesses(): Promise<void> {
    for (const { pid, mark } of await this.#processes()) this.#findings.add('processes', `${pid}, ${mark}`);
  }

  async #processes(): Promise<ProcessInfo[]> {
    const all = await systemTable.scan();
    return all.filter(({ mark }) => mark !== null && parseMark(mark)?.sessionId.startsWith(this.#name));
  }

  async #killLeft(): Promise<void> {
    for (const left of await this.#processes()) {
      if (systemTable.runs(left)) process.kill(left.pid, 'SIGKILL');
    }
  }

  #show(end: number, { kills, stops, fullDisks }: Trouble): void {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    const { sessions, delivered } = this.#tally;
    this.#options.ground.say(
      `${left} s left: ${sessions} sessions, ${delivered.toLocaleString('en')} events delivered, ${kills} kills, ` +
        `${stops} stops, ${fullDisks} full disks${this.#findings.isClean ? '' : ', with faults'}`,
    );
  }
}

/** The descriptors of a daemon whose threads have all started: the last of them does so after the first answers. */
async function settledDescriptors(daemon: SoakDaemon): Promise<number | null> {
  let known = await daemon.descriptors();
  for (let equal = 0; equal < 10; ) {
    await wait(100);
    const now = await daemon.descriptors();
    equal = now === known ? equal + 1 : 0;
    known = now;
  }
  return known;
}
