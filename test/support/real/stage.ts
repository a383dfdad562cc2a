import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { execa, type ResultPromise } from 'execa';
import { WsClient } from '../ws-client.js';
import { cacheFolder } from './cache-folder.js';
import { type LoOnly, loOnly } from './lo-only.js';
import { processesAt } from './processes-at.js';

const main = new URL('../../../dist/program/greenroom.js', import.meta.url).pathname;
const gateProgram = new URL('./gate.mjs', import.meta.url).pathname;

/**
 * Isolates daemons and agents: their own home folder, and a network with only a loopback interface. The test runs outside
 * and reaches them through Unix sockets, by which they reach its scripted model as well.
 */
export class RealStage {
  readonly #cleanups: (() => Promise<unknown>)[] = [];
  #sockets = 0;
  /** Contains the home, the workspaces and the daemon's data. */
  readonly folder: string;
  readonly #socketFolder: string;
  readonly network: LoOnly;

  constructor(folder: string, socketFolder: string, network: LoOnly) {
    this.folder = folder;
    this.#socketFolder = socketFolder;
    this.network = network;
  }

  static async open(): Promise<RealStage> {
    // Not in the system's temporary folder: Codex refuses to have its home there.
    const runs = join(cacheFolder(), 'runs');
    await mkdir(runs, { recursive: true });
    const folder = await mkdtemp(join(runs, 'run-'));
    await Promise.all(['home', 'tmp'].map((name) => mkdir(join(folder, name))));
    const socketFolder = await mkdtemp(join(tmpdir(), 'greenroom-stage-'));
    const stage = new RealStage(folder, socketFolder, await loOnly());
    stage.onClose(() => stage.network.leave());
    return stage;
  }

  get home(): string {
    return join(this.folder, 'home');
  }

  /** Registers a cleanup; cleanups run in reverse order. */
  onClose(cleanup: () => Promise<unknown>): void {
    this.#cleanups.push(cleanup);
  }

  /** Stops everything; returns the commands of processes that should have exited before. */
  async close(): Promise<string[]> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
    const left = await processesAt(this.home);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    await Promise.all(
      [this.folder, this.#socketFolder].map((path) => rm(path, { recursive: true, force: true })),
    );
    return left.map(({ command }) => command);
  }

  socket(): string {
    return join(this.#socketFolder, `${++this.#sockets}.sock`);
  }

  /** A new workspace. */
  async workspace(): Promise<string> {
    return mkdtemp(join(this.folder, 'work-'));
  }

  /** The environment for processes on the stage, without that of the test. */
  env(more: Record<string, string> = {}): Record<string, string> {
    const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
    return { PATH: path, HOME: this.home, TMPDIR: join(this.folder, 'tmp'), LANG: 'C.UTF-8', ...more };
  }

  /** Starts a program that is stopped with the stage. */
  run(command: string, args: string[], env: Record<string, string> = this.env()) {
    const [program, ...rest] = [...this.network.enter, command, ...args];
    const child = execa(program!, rest, {
      env,
      extendEnv: false,
      cwd: this.folder,
      reject: false,
      forceKillAfterDelay: 20_000,
    });
    this.onClose(async () => {
      child.kill('SIGTERM');
      await child;
    });
    return child;
  }

  /** A port on the stage that forwards to a socket of the test. */
  async portTo(socket: string): Promise<number> {
    return Number(await this.#gate('0', socket));
  }

  /** A socket for the test that forwards to a port on the stage. */
  socketTo(port: number): Promise<string> {
    return this.#gate(this.socket(), String(port));
  }

  #gate(listen: string, connect: string): Promise<string> {
    return waitForOutput(this.run(process.execPath, [gateProgram, listen, connect]), /^(\S+)\n/);
  }

  async daemon(given: {
    env: Record<string, string>;
    dataFolder?: string;
    args?: string[];
  }): Promise<StageDaemon> {
    const dataFolder = given.dataFolder ?? (await mkdtemp(join(this.folder, 'data-')));
    const ours = ['--data', dataFolder, '--pass-env', 'FAKE_*', '--pass-env', 'SCRIPTED_*'];
    const args = ['server', '--port', '0', '--no-token', ...ours, ...(given.args ?? [])];
    const child = this.run(process.execPath, [main, ...args], this.env(given.env));
    const port = Number(await waitForOutput(child, /listening +http:\S+:(\d+)/));
    return new StageDaemon(this, child, dataFolder, await this.socketTo(port), given.env);
  }
}

export class StageDaemon {
  readonly stage: RealStage;
  readonly child: ResultPromise;
  readonly dataFolder: string;
  readonly #socket: string;
  readonly #env: Record<string, string>;

  constructor(
    stage: RealStage,
    child: ResultPromise,
    dataFolder: string,
    socket: string,
    env: Record<string, string>,
  ) {
    this.stage = stage;
    this.child = child;
    this.dataFolder = dataFolder;
    this.#socket = socket;
    this.#env = env;
  }

  connect(): Promise<WsClient> {
    return WsClient.open(`http+unix:${this.#socket}:`);
  }

  /** The body of what the daemon answers to a GET. */
  get(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath: this.#socket, path }, (response) => resolve(text(response)));
      sent.on('error', reject).end();
    });
  }

  /** Kills the daemon and starts another one on its data. */
  async restart(signal: NodeJS.Signals = 'SIGKILL'): Promise<StageDaemon> {
    await this.end(signal);
    return this.stage.daemon({ env: this.#env, dataFolder: this.dataFolder });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    process.kill(this.child.pid!, signal);
    await this.child;
  }
}

/** Waits for output that matches; returns the first group. */
async function waitForOutput(child: ResultPromise, pattern: RegExp): Promise<string> {
  let text = '';
  const found = await new Promise<string | null>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const match = pattern.exec(text)?.[1];
      if (match) resolve(match);
    });
    void child.then(() => resolve(null));
  });
  if (found !== null) return found;
  throw new Error(`not started: ${text}${String((await child).stderr)}`);
}
