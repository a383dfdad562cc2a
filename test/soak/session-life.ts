import { setTimeout as wait } from 'node:timers/promises';
import type { EventOf, SessionQueue, UniversalEvent } from '../../src/schema/index.js';
import type { Random } from '../faults/random.js';
import type { Client } from './client.js';
import type { Transport } from './connections.js';
import { type Pace, Reader } from './reader.js';
import { randomDeed } from './repertoire.js';

const transports: readonly Transport[] = ['websocket', 'sse', 'polling'];
const paces: readonly Pace[] = ['fast', 'slow', 'gone'];

const SETTLE_MS = 30_000;
const LOOK_MS = 50;

/** One session from its creation to its end, with what clients were promised meanwhile. */
export class SessionLife {
  readonly id: string;
  readonly readers: Reader[] = [];
  /** The messages that the daemon has accepted, by id. */
  readonly acknowledged = new Map<string, string>();
  readonly #client: Client;
  readonly #random: Random;
  /** Of its own, since it is used when events arrive: the other choices do not depend on that. */
  readonly #replies: Random;
  #hasEnded = false;

  constructor(id: string, client: Client, random: Random) {
    this.id = id;
    this.#client = client;
    this.#random = random;
    this.#replies = random.fork();
  }

  /** Lives until it has done enough or the time is up. */
  async live(isTimeUp: () => boolean): Promise<void> {
    const onAgentExit = this.#random.pick(['end', 'resume']);
    const created = await this.#call('POST', '', { agent: 'mock', onAgentExit });
    // The answer to an earlier attempt may have been lost with its connection.
    if (![200, 201, 409].includes(created)) throw new Error(`creating ${this.id}: ${created}`);
    this.#read('websocket', 'fast', 0);
    for (let left = this.#random.between(1, 6); left > 0 && !isTimeUp() && !this.#hasEnded; left--) {
      if (this.#random.below(2) === 0) this.#readSomehow();
      await this.#exchange(isTimeUp);
    }
  }

  /** The messages that wait for the running turn. */
  async queued(): Promise<string[]> {
    const path = `/v1/sessions/${this.id}/queue`;
    const { body } = await this.#client.ask<SessionQueue>('GET', path);
    return body.entries.map(({ messageId }) => messageId);
  }

  /** Ends the session; resolves when that is stored, so that nothing more will happen in it. */
  async end(): Promise<void> {
    const deadline = Date.now() + SETTLE_MS;
    while ((await this.#call('POST', '/terminate')) !== 204) {
      if (Date.now() > deadline) throw new Error(`${this.id} did not end within ${SETTLE_MS / 1000} s`);
      await wait(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.readers.map((reader) => reader.close()));
  }

  /** A few messages at once, of which the later ones wait in the queue. */
  async #exchange(isTimeUp: () => boolean): Promise<void> {
    let isEndless = false;
    for (let left = this.#random.pick([1, 1, 1, 2, 4]); left > 0; left--) {
      const deed = randomDeed(this.#random);
      isEndless ||= deed.ends === 'endless';
      await this.#send(deed.message);
    }
    const patience = isEndless ? this.#random.between(100, 1500) : SETTLE_MS;
    if (await this.#isIdle(patience, isTimeUp)) return;
    await this.#call('POST', '/interrupt');
    // An agent that ignores it is ended by the daemon, which takes longer than others should wait.
    await this.#isIdle(this.#random.between(500, 8000), isTimeUp);
  }

  async #send(message: string): Promise<void> {
    const messageId = `m${this.acknowledged.size + 1}`;
    const whenBusy = this.#random.pick(['queue', 'queue', 'queue', 'interrupt']);
    const path = `/v1/sessions/${this.id}/messages`;
    const body = { message, messageId, whenBusy };
    const answer = await this.#client.ask<{ type: string } | null>('POST', path, body);
    if (answer.status === 204) this.acknowledged.set(messageId, message);
    else if (answer.body?.type === 'urn:greenroom:error:session_ended') this.#hasEnded = true;
    else
      throw new Error(`${this.id}, ${message.slice(0, 60)}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async #isIdle(patienceMs: number, isTimeUp: () => boolean): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline && !isTimeUp()) {
      const { status } = await this.#client.info(this.id);
      if (status === 'ended') this.#hasEnded = true;
      if (status === 'ended' || status === 'idle') return true;
      await wait(LOOK_MS);
    }
    return false;
  }

  #readSomehow(): void {
    const offset = this.#random.below(this.readers[0]!.tape.last + 1);
    this.#read(this.#random.pick(transports), this.#random.pick(paces), offset);
  }

  #read(transport: Transport, pace: Pace, offset: number): void {
    const isFirst = this.readers.length === 0;
    const options = { url: this.#client.url, sessionId: this.id, offset, transport, pace };
    const reader = new Reader({ ...options, random: this.#random.fork() }, (text) => {
      if (isFirst) this.#answer(text);
    });
    this.readers.push(reader);
  }

  /** Answers about half of the requests; the others are left to an interrupt, a kill or the end. */
  #answer(text: string): void {
    const isRequest =
      text.includes('"type":"permission.requested"') || text.includes('"type":"question.requested"');
    if (!isRequest || this.#replies.below(2) === 0) return;
    const event = JSON.parse(text) as UniversalEvent;
    const replying =
      event.type === 'permission.requested'
        ? this.#allow(event)
        : this.#choose(event as EventOf<'question.requested'>);
    // A refusal is right if the request was resolved meanwhile.
    replying.catch(() => {});
  }

  #allow({ data }: EventOf<'permission.requested'>): Promise<number> {
    const reply = this.#replies.pick(['once', 'always', 'reject']);
    return this.#call('POST', `/permissions/${data.permission_id}/reply`, { reply });
  }

  #choose({ data }: EventOf<'question.requested'>): Promise<number> {
    const path = `/questions/${data.question_id}`;
    if (this.#replies.below(3) === 0) return this.#call('POST', `${path}/reject`);
    return this.#call('POST', `${path}/reply`, { answers: [['Red']] });
  }

  async #call(method: string, path: string, body?: object): Promise<number> {
    return (await this.#client.ask(method, `/v1/sessions/${this.id}${path}`, body)).status;
  }
}
