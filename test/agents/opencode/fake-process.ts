import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentProcess, ProcessExit, SpawnOptions } from '../../../src/agents/agent.js';

export interface Call {
  /** Method and path. */
  what: string;
  directory: string | null;
  authorization: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  body: any;
}

/** A body, or a function that answers. */
export type Answer = object | ((call: Call, res: ServerResponse) => unknown);

const page = (_call: Call, res: ServerResponse) => {
  res.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
};

/** A scripted `opencode serve`. */
export class FakeProcess implements AgentProcess {
  readonly pid = 1;
  readonly calls: Call[] = [];
  readonly exited: Promise<ProcessExit>;
  readonly spawned: SpawnOptions;
  readonly #answers: Map<string, Answer>;
  base = '';
  readonly #listeners = new Set<ServerResponse>();
  readonly #server: Server;
  #resolveExit: (exit: ProcessExit) => void = () => {};
  #waiting: (() => void)[] = [];

  constructor(spawned: SpawnOptions, answers: Map<string, Answer>) {
    this.spawned = spawned;
    this.#answers = answers;
    this.exited = new Promise((resolve) => {
      this.#resolveExit = resolve;
    });
    this.#server = createServer((request, res) => void this.#take(request, res));
    this.#server.listen(0, '127.0.0.1', () => {
      this.base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
      if (answers.has('listening')) spawned.onLine(`opencode server listening on ${this.base}`);
    });
  }

  async write(): Promise<void> {}
  endInput(): void {}
  pause(): void {}
  resume(): void {}
  signal(): void {}

  async stop(): Promise<ProcessExit> {
    this.calls.push({ what: 'end of the process', directory: null, authorization: '', body: null });
    this.exit(0);
    return this.exited;
  }

  exit(code: number | null, head = '', signal: string | null = null): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#resolveExit({ code, signal, stderr: { head, truncated: false, total_lines: head ? 1 : 0 } });
  }

  /** Sends events to all subscribers. */
  say(...events: object[]): void {
    for (const payload of events) {
      const data = JSON.stringify({ directory: '/workspace/demo', project: 'global', payload });
      for (const listener of this.#listeners) listener.write(`data: ${data}\n\n`);
    }
  }

  /** Breaks the streams of all subscribers. */
  cut(): void {
    for (const listener of this.#listeners) listener.destroy();
  }

  /** The first call of a kind that was not returned yet. */
  async next(what: string | RegExp): Promise<Call> {
    for (;;) {
      const at = this.calls.findIndex((call) =>
        typeof what === 'string' ? call.what === what : what.test(call.what),
      );
      if (at >= 0) return this.calls.splice(at, 1)[0]!;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #take(request: IncomingMessage, res: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? '/', 'http://fake');
    const what = `${request.method} ${url.pathname}`;
    const call = {
      what,
      directory: url.searchParams.get('directory'),
      authorization: request.headers.authorization ?? '',
      body: text === '' ? null : JSON.parse(text),
    };
    this.calls.push(call);
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (what === 'GET /global/event') return this.#listen(res);
    const answer = this.#answers.get(what) ?? (what.endsWith('/prompt_async') ? accepted : page);
    if (typeof answer === 'function') answer(call, res);
    else json(res, 200, answer);
  }

  #listen(res: ServerResponse): void {
    this.#listeners.add(res);
    res.on('close', () => this.#listeners.delete(res));
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const payload = { id: 'evt_0', type: 'server.connected', properties: {} };
    res.write(`data: ${JSON.stringify({ payload })}\n\n`);
  }
}

const accepted = (_call: Call, res: ServerResponse) => res.writeHead(204).end();

export function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
