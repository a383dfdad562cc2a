import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished, vi } from 'vitest';
import { tempFolder } from './temp-folder.js';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;
if (!hasTmux) console.warn('No tmux: the tests of the command line in a terminal are skipped.');

/** Longer than any test takes on a busy machine. */
const PATIENCE_MS = 40_000;

export interface TmuxGiven {
  args: readonly string[];
  cwd: string;
  columns?: number;
  rows?: number;
  env?: Readonly<Record<string, string>>;
  /** Before the command, such as `echo text |`. */
  before?: string;
  /** Enters a network namespace, for example. */
  enter?: readonly string[];
}

/** A real terminal in which a program runs. Gone when the test ends. */
export class Tmux {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  /** Runs the built command line. Its exit code is on the screen when it ends, as `[exit 0]`. */
  static async greenroom(given: TmuxGiven): Promise<Tmux> {
    const program = new URL('../../dist/program/greenroom.js', import.meta.url).pathname;
    return Tmux.run([process.execPath, program, ...given.args], given);
  }

  static async run(command: readonly string[], given: Omit<TmuxGiven, 'args'>): Promise<Tmux> {
    const { cwd, columns = 80, rows = 40, env = {}, before = '', enter = [] } = given;
    const folder = await tempFolder();
    const terminal = new Tmux(join(folder, 's'));
    const quoted = [...enter, ...command].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const size = ['-x', String(columns), '-y', String(rows)];
    const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    // The shell outlives Ctrl-C, which is for the program.
    const script = `trap : INT; ${before} ${quoted}; echo "[exit $?]"; exec sleep 1000`;
    const start = ['new-session', '-d', ...size, '-c', cwd, ...variables, 'sh', '-c', script];
    onTestFinished(async () => void (await terminal.#tmux('kill-server')));
    const clean = {
      GREENROOM_TOKEN: undefined,
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
      TMUX: undefined,
    };
    await execa('tmux', ['-S', terminal.#socket, '-f', '/dev/null', ...start], { env: clean });
    return terminal;
  }

  /** Keys by their names in tmux: `y`, `Enter`, `C-c`, `Up`. */
  async keys(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', ...keys);
  }

  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-l', text);
  }

  /** As a terminal does: in brackets, if the program asked for them. */
  async paste(text: string): Promise<void> {
    await this.#tmux('set-buffer', text);
    await this.#tmux('paste-buffer', '-p');
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** What is on the screen. */
  async screen(): Promise<string> {
    return (await this.#tmux('capture-pane', '-p')).replace(/\n+$/, '');
  }

  /** The same with all that has scrolled away; lines that the terminal wrapped are joined. */
  async history(): Promise<string> {
    return (await this.#tmux('capture-pane', '-p', '-J', '-S', '-')).replace(/\s+$/, '');
  }

  /** Waits until the history matches, and returns it. */
  async shows(pattern: RegExp | string): Promise<string> {
    return this.#waitFor(
      () => this.history(),
      (text) => isIn(text, pattern),
      `to show ${pattern}`,
    );
  }

  /** Waits until the screen does not match any more. */
  async hides(pattern: RegExp | string): Promise<string> {
    return this.#waitFor(
      () => this.screen(),
      (text) => !isIn(text, pattern),
      `to hide ${pattern}`,
    );
  }

  /** The exit code, once it has ended. */
  async exitCode(): Promise<number> {
    return Number(/\[exit (\d+)\]/.exec(await this.shows(/\[exit \d+\]/))![1]);
  }

  async #waitFor(
    read: () => Promise<string>,
    isIt: (text: string) => boolean,
    what: string,
  ): Promise<string> {
    const check = async () => {
      const text = await read();
      if (!isIt(text)) throw new Error(`waited for the terminal ${what}; it shows:\n${text}`);
      return text;
    };
    return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 });
  }

  async #tmux(...args: string[]): Promise<string> {
    const { stdout } = await execa('tmux', ['-S', this.#socket, ...args], {
      reject: false,
      stripFinalNewline: false,
    });
    return stdout;
  }
}

const isIn = (text: string, pattern: RegExp | string) =>
  typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
