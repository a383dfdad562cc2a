import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Ground, within } from './ground.js';

const root = new URL('.', import.meta.resolve('greenroom/package.json'));

export const paths = {
  daemon: fileURLToPath(new URL('dist/program/greenroom.js', root)),
  mock: fileURLToPath(new URL('dist/src/agents/mock/program/main.js', root)),
  /** The helper programs of the benches: yardsticks, readers, agents. */
  program: (name: string) => fileURLToPath(new URL(`fixtures/programs/bench/${name}.mjs`, root)),
};

/** Timeout for every wait. */
const PATIENCE = 120;

export interface ProgramOptions {
  args: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
}

/** A node process with an IPC channel. It is ended with its ground. */
export class Program {
  readonly #inbox: { type: string }[] = [];
  readonly #waiting: (() => void)[] = [];
  #errors = '';
  #isGone = false;
  readonly child: ChildProcess;

  constructor(child: ChildProcess) {
    this.child = child;

    child.on('message', (message) => {
      this.#inbox.push(message as { type: string });
      this.#wake();
    });
    child.stderr?.on('data', (chunk) => {
      this.#errors = `${this.#errors}${String(chunk)}`.slice(-4000);
    });
    child.once('exit', () => {
      this.#isGone = true;
      this.#wake();
    });
  }

  static start(ground: Ground, { args, env, cwd }: ProgramOptions): Program {
    ground.mustStand();
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, GREENROOM_TOKEN: undefined, GREENROOM_MOCK_BIN: undefined, ...env },
      ...(cwd ? { cwd } : {}),
      // Ctrl-C is handled here: everything started is ended in order.
      detached: true,
    });
    const program = new Program(child);
    ground.onClear(() => program.stop());
    return program;
  }

  /** One of the bench's own programs. */
  static run(ground: Ground, name: string, ...values: string[]): Program {
    return Program.start(ground, { args: [paths.program(name), ...values] });
  }

  send(message: { type: string; [key: string]: unknown }): void {
    this.child.send(message);
  }

  /** The next message of a type. */
  async receive<T = unknown>(type: string): Promise<T> {
    return within(PATIENCE, `to receive ${type}`, this.#next(type)) as Promise<T>;
  }

  ask<T = unknown>(message: { type: string; [key: string]: unknown }, answer: string): Promise<T> {
    this.send(message);
    return this.receive<T>(answer);
  }

  async stop(): Promise<void> {
    if (this.#isGone) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const deadline = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(deadline);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #next(type: string): Promise<unknown> {
    for (;;) {
      const at = this.#inbox.findIndex((message) => message.type === type);
      if (at >= 0) return this.#inbox.splice(at, 1)[0];
      if (this.#isGone) throw new Error(`a program ended before it sent ${type}: ${this.#errors}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }
}
