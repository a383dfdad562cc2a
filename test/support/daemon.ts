import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';
import { type Daemon, type DaemonOptions, startDaemon } from '../../src/server/index.js';
import { tempFolder } from './temp-folder.js';
import { WsClient } from './ws-client.js';

/** Starts a daemon in the test's own process, on a free port and a fresh folder; stopped when the test ends. */
export async function testDaemon(options: Partial<DaemonOptions> = {}): Promise<TestDaemon> {
  const dataFolder = options.dataFolder ?? (await tempFolder());
  const settings: DaemonOptions = {
    dataFolder,
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    port: 0,
    token: null,
    directory: dataFolder,
    graceMs: 500,
    // Tests of isolation ask for it; most sessions of others work in the data folder.
    isolate: 'off',
    // The settings of small programs that stand for agents.
    passEnv: ['FAKE_*'],
    ...options,
  };
  const daemon = await startDaemon(settings);
  onTestFinished(() => daemon.stop());
  return new TestDaemon(daemon, dataFolder, settings.token);
}

export class TestDaemon {
  readonly daemon: Daemon;
  readonly dataFolder: string;
  readonly token: string | null;

  constructor(daemon: Daemon, dataFolder: string, token: string | null = null) {
    this.daemon = daemon;
    this.dataFolder = dataFolder;
    this.token = token;
  }

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

  /** Returns the response's JSON; throws on an error status. */
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

  /** All events, fetched page by page. */
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
