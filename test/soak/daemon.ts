import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { answers } from '../bench/daemon.js';
import type { Ground } from '../bench/ground.js';
import { paths } from '../bench/program.js';

/** From one start of the daemon to its end. */
export interface Life {
  /** Resident memory in megabytes; null where the system does not tell. */
  memoryAtStart: number | null;
  memoryAtEnd: number | null;
  endedBy: 'SIGKILL' | 'SIGTERM';
}

const STOP_MS = 30_000;

/** The daemon as users run it, on one folder and port for all its lives. */
export class SoakDaemon {
  readonly url: string;
  readonly lives: Life[] = [];
  /** Ends that nobody had asked for, and polite ends that were not clean. */
  readonly crashes: string[] = [];
  readonly #ground: Ground;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #isExpectedToEnd = false;
  #memoryAtStart: number | null = null;
  #errors = '';

  constructor(ground: Ground, folder: string, port: number) {
    this.#ground = ground;
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    this.#ground.mustStand();
    const { port } = new URL(this.url);
    const flags = [
      '--no-token',
      '--port',
      port,
      '--data',
      this.#folder,
      '--log-level',
      'error',
      '--isolate',
      'off',
    ];
    const child = spawn(process.execPath, [paths.daemon, 'server', ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, GREENROOM_TOKEN: undefined, GREENROOM_MOCK_BIN: undefined },
      cwd: this.#folder,
      // Ctrl-C is handled by the soak: everything started is ended in order.
      detached: true,
    });
    this.#child = child;
    this.#isExpectedToEnd = false;
    this.#errors = '';
    child.stderr?.on('data', (chunk) => {
      this.#errors = `${this.#errors}${String(chunk)}`.slice(-2000);
    });
    child.once('exit', (code, signal) => {
      if (!this.#isExpectedToEnd) this.crashes.push(`ended with ${signal ?? code}: ${this.#errors}`);
    });
    // Health is answered before everything is loaded.
    await answers(`${this.url}/v1/sessions`);
    this.#memoryAtStart = await this.memory();
  }

  /** Ends it as a power cut would, or politely. */
  async end(signal: Life['endedBy']): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const memoryAtEnd = await this.memory();
    this.#isExpectedToEnd = true;
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill(signal);
    const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const [code, by] = await exited;
    clearTimeout(deadline);
    this.#child = null;
    if (signal === 'SIGTERM' && code !== 0)
      this.crashes.push(`SIGTERM ended it with ${by ?? code}: ${this.#errors}`);
    this.lives.push({ memoryAtStart: this.#memoryAtStart, memoryAtEnd, endedBy: signal });
  }

  /** Limits the size of its files; to the daemon it looks like a full disk. False where that is not possible. */
  async limitFiles(bytes: number | 'unlimited'): Promise<boolean> {
    const pid = this.#child?.pid;
    if (pid === undefined || process.platform !== 'linux') return false;
    const limiting = promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
    return limiting.then(
      () => true,
      () => false,
    );
  }

  async memory(): Promise<number | null> {
    const status = await this.#proc(() => readFile(`/proc/${this.#child?.pid}/status`, 'utf8'));
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  }

  /** The number of open descriptors; null where the system does not tell. */
  async descriptors(): Promise<number | null> {
    const open = await this.#proc(() => readdir(`/proc/${this.#child?.pid}/fd`));
    return open?.length ?? null;
  }

  /** The files that they are open on. */
  async descriptorNames(): Promise<string[]> {
    const folder = `/proc/${this.#child?.pid}/fd`;
    const open = (await this.#proc(() => readdir(folder))) ?? [];
    return Promise.all(open.map((name) => readlink(`${folder}/${name}`).catch(() => 'closed')));
  }

  async #proc<T>(read: () => Promise<T>): Promise<T | null> {
    return read().catch(() => null);
  }
}
