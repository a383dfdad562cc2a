import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';
import { type Daemon, type DaemonOptions, startDaemon } from '../../src/server/index.js';
import { tempFolder } from './temp-folder.js';
import { WsClient } from './ws-client.js';

/** A daemon inside the test's own process, on a free port and a fresh folder; gone when the test ends. */
export async function testDaemon(options: Partial<DaemonOptions> = {}): Promise<TestDaemon> {
  const dataFolder = options.dataFolder ?? (await tempFolder());
  const settings: DaemonOptions = {
    dataFolder,
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    port: 0,
    token: null,
    directory: dataFolder,
    graceMs: 500,
    ...options,
  };
  const daemon = await startDaemon(settings);
  onTestFinished(() => daemon.stop());
  return new TestDaemon(daemon, dataFolder, settings.token);
}

export class TestDaemon {
  constructor(
    readonly daemon: Daemon,
    readonly dataFolder: string,
    readonly token: string | null = null,
  ) {}

  get url(): string {
    return this.daemon.url;
  }

  stop(): Promise<void> {
    return this.daemon.stop();
  }

  async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** The answer's JSON; an answer that is none of the good ones fails the test. */
  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.fetch(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  }

  create(id: string, request: object = {}): Promise<SessionInfo> {
    return this.call('POST', `/v1/sessions/${id}`, { agent: 'mock', ...request });
  }

  async say(id: string, message: string, more: object = {}): Promise<void> {
    await this.call('POST', `/v1/sessions/${id}/messages`, { message, ...more });
  }

  /** All events by polling, page by page. */
  async events(id: string, query = ''): Promise<UniversalEvent[]> {
    const all: UniversalEvent[] = [];
    for (;;) {
      const path = `/v1/sessions/${id}/events?offset=${all.length}${query && `&${query}`}`;
      const page = await this.call<{ events: UniversalEvent[]; hasMore: boolean }>('GET', path);
      all.push(...page.events);
      if (!page.hasMore) return all;
    }
  }

  /** A WebSocket client that is closed when the test ends. */
  async connect(): Promise<WsClient> {
    const client = await WsClient.open(this.url, this.token);
    onTestFinished(() => client.close());
    return client;
  }
}
