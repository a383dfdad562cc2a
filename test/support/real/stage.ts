import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa, type ResultPromise } from 'execa';
import { WsClient } from '../ws-client.js';
import { cacheFolder } from './install.js';
import { type LoOnly, loOnly } from './lo-only.js';
import { processesAt } from './processes-at.js';

const main = new URL('../../../dist/src/cli/main.js', import.meta.url).pathname;
const gateProgram = new URL('./gate.mjs', import.meta.url).pathname;

/**
 * Daemons and agents on a machine of their own, as far as that goes: a home that nobody else has, a network that is
 * only loopback. The test is outside and reaches them through sockets that are files, as they reach its scripted model.
 */
export class RealStage {
  private readonly leaving: (() => Promise<unknown>)[] = [];
  private sockets = 0;

  private constructor(
    /** All that is not for others: the home, the workspaces, what the daemon keeps. */
    readonly folder: string,
    private readonly socketFolder: string,
    readonly network: LoOnly,
  ) {}

  static async open(): Promise<RealStage> {
    // Not in the system's temporary folder, where Codex will not have its home.
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

  /** What is done at the end, the latest first. */
  onClose(leave: () => Promise<unknown>): void {
    this.leaving.push(leave);
  }

  /** Ends all that runs here, politely; what was left by those that should have ended it. */
  async close(): Promise<string[]> {
    for (const leave of this.leaving.splice(0).reverse()) await leave();
    const left = await processesAt(this.home);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    await Promise.all(
      [this.folder, this.socketFolder].map((path) => rm(path, { recursive: true, force: true })),
    );
    return left.map(({ command }) => command);
  }

  socket(): string {
    return join(this.socketFolder, `${++this.sockets}.sock`);
  }

  /** A new workspace. */
  async workspace(): Promise<string> {
    return mkdtemp(join(this.folder, 'work-'));
  }

  /** The environment of what runs here: nothing of the test's own. */
  env(more: Record<string, string> = {}): Record<string, string> {
    const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
    return { PATH: path, HOME: this.home, TMPDIR: join(this.folder, 'tmp'), LANG: 'C.UTF-8', ...more };
  }

  /** Starts a program here, which is ended with the stage. */
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

  /** A port in here that leads to a socket of the test's. */
  async portTo(socket: string): Promise<number> {
    return Number(await this.gate('0', socket));
  }

  /** A socket for the test that leads to a port in here. */
  socketTo(port: number): Promise<string> {
    return this.gate(this.socket(), String(port));
  }

  private gate(listen: string, connect: string): Promise<string> {
    return told(this.run(process.execPath, [gateProgram, listen, connect]), /^(\S+)\n/);
  }

  async daemon(given: {
    env: Record<string, string>;
    dataFolder?: string;
    args?: string[];
  }): Promise<StageDaemon> {
    const dataFolder = given.dataFolder ?? (await mkdtemp(join(this.folder, 'data-')));
    const args = ['server', '--port', '0', '--no-token', '--data', dataFolder, ...(given.args ?? [])];
    const child = this.run(process.execPath, [main, ...args], this.env(given.env));
    const port = Number(await told(child, /listening +http:\S+:(\d+)/));
    return new StageDaemon(this, child, dataFolder, await this.socketTo(port), given.env);
  }
}

/** A daemon on a stage. */
export class StageDaemon {
  constructor(
    readonly stage: RealStage,
    readonly child: ResultPromise,
    readonly dataFolder: string,
    private readonly socket: string,
    private readonly env: Record<string, string>,
  ) {}

  connect(): Promise<WsClient> {
    return WsClient.open(`http+unix:${this.socket}:`);
  }

  /** Ends it, and starts the next one on what it left. */
  async restart(signal: NodeJS.Signals = 'SIGKILL'): Promise<StageDaemon> {
    await this.end(signal);
    return this.stage.daemon({ env: this.env, dataFolder: this.dataFolder });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    process.kill(this.child.pid!, signal);
    await this.child;
  }
}

/** What a program tells in its first lines. */
async function told(child: ResultPromise, what: RegExp): Promise<string> {
  let text = '';
  const found = await new Promise<string | null>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const match = what.exec(text)?.[1];
      if (match) resolve(match);
    });
    void child.then(() => resolve(null));
  });
  if (found !== null) return found;
  throw new Error(`not started: ${text}${String((await child).stderr)}`);
}
