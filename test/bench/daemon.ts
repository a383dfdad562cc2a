import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Ground, within } from './ground.js';
import { Program, paths } from './program.js';

export interface DaemonSettings {
  env?: Record<string, string>;
  /** Options of node itself. */
  flags?: readonly string[];
  /** The data folder; a fresh one by default. */
  data?: string;
  /** How agents are isolated; off by default, since the other figures are about the daemon. */
  isolate?: string;
  /** The path that has to be answered before it counts as started. */
  until?: string;
}

/** The daemon as users run it, in a separate process. */
export class BenchDaemon {
  readonly program: Program;
  readonly url: string;

  constructor(program: Program, url: string) {
    this.program = program;
    this.url = url;
  }

  static async start(
    ground: Ground,
    { env = {}, flags = [], isolate = 'off', until = '/v1/sessions', ...given }: DaemonSettings = {},
  ): Promise<BenchDaemon> {
    const data = given.data ?? (await ground.folder());
    const port = await freePort();
    const server = ['server', '--no-token', '--port', String(port), '--data', data];
    const more = ['--log-level', 'warn', '--isolate', isolate];
    // Isolated agents cannot work in the data folder.
    const cwd = isolate === 'off' ? data : await ground.folder();
    const program = Program.start(ground, { args: [...flags, paths.daemon, ...server, ...more], env, cwd });
    const url = `http://127.0.0.1:${port}`;
    await answers(`${url}${until}`);
    return new BenchDaemon(program, url);
  }

  get websocket(): string {
    return `${this.url.replace('http', 'ws')}/v1/ws`;
  }

  async call(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  async create(id: string): Promise<void> {
    await this.call('POST', `/v1/sessions/${id}`, { agent: 'mock' });
  }

  async say(id: string, message: string): Promise<void> {
    await this.call('POST', `/v1/sessions/${id}/messages`, { message });
  }

  /** Resolves when the session is idle. */
  async idle(id: string): Promise<void> {
    const settle = async () => {
      while (!(await this.call('GET', `/v1/sessions/${id}`)).includes('"status":"idle"')) await wait(20);
    };
    await within(120, `session ${id}`, settle());
  }

  /** CPU seconds of the daemon alone so far. */
  async cpu(): Promise<number> {
    const metrics = await this.call('GET', '/metrics');
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Polls until the server answers with 200. */
export async function answers(url: string): Promise<void> {
  const ask = async () => {
    for (;;) {
      const response = await fetch(url).catch(() => null);
      await response?.arrayBuffer();
      if (response?.ok) return;
      await wait(2);
    }
  };
  await within(60, `an answer of ${url}`, ask());
}
