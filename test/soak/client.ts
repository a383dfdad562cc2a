import { setTimeout as wait } from 'node:timers/promises';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';
import { type Answer, ask } from './request.js';

const PAGE = 10_000;
const AGAIN_MS = 50;
const LONGEST_MS = 60_000;

/** Talks to a daemon that may be down or short of disk at any moment. */
export class Client {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Asks again until there is an answer other than "not now". */
  async ask<T = unknown>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const deadline = Date.now() + LONGEST_MS;
    for (;;) {
      const signal = AbortSignal.timeout(LONGEST_MS);
      const given = { method, signal, ...(body ? { body } : {}) };
      // No answer at all: the daemon was killed meanwhile, or is not up yet.
      const answer = await ask<T>(`${this.url}${path}`, given).catch(() => null);
      if (answer !== null && answer.status !== 503) return answer;
      if (Date.now() > deadline) {
        const last = answer === null ? 'no connection' : JSON.stringify(answer.body);
        throw new Error(`${method} ${path} was not answered within ${LONGEST_MS / 1000} s: ${last}`);
      }
      await wait(AGAIN_MS);
    }
  }

  async info(id: string): Promise<SessionInfo> {
    const { status, body } = await this.ask<SessionInfo>('GET', `/v1/sessions/${id}`);
    if (status !== 200) throw new Error(`GET /v1/sessions/${id}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** All events as the log serves them. */
  async storedTexts(id: string): Promise<string[]> {
    const texts: string[] = [];
    for (;;) {
      const path = `/v1/sessions/${id}/events?offset=${texts.length}&limit=${PAGE}`;
      const { status, body } = await this.ask<{ events: UniversalEvent[]; hasMore: boolean }>('GET', path);
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      for (const event of body.events) texts.push(JSON.stringify(event));
      if (!body.hasMore) return texts;
    }
  }
}
