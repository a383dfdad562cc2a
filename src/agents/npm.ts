import { spawn } from 'node:child_process';

export interface NpmOptions {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

export interface NpmResult {
  /** Why it failed, in one line; null where it did not. */
  failure: string | null;
  /** The last lines of what it said. */
  output: string;
}

const QUIETLY = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error'];
/** Some agents ask for a newer Node than runs here, and then use none. */
const ANY_ENGINE = '--no-engine-strict';
const LAST_LINES = 10;
const KEPT = 16_384;

/** Runs the machine's own npm, which knows the user's registry and proxy. */
export function runNpm({ args, cwd, env, signal }: NpmOptions): Promise<NpmResult> {
  return new Promise((resolve) => {
    let output = '';
    const end = (failure: string | null) => {
      const lines = output.trim().split('\n').slice(-LAST_LINES);
      resolve({ failure, output: lines.join('\n').trim() });
    };
    const child = spawn('npm', [...args, ...QUIETLY, ANY_ENGINE], {
      cwd,
      env: ownless(env),
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const take = (chunk: Buffer) => {
      output = (output + String(chunk)).slice(-KEPT);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', (error: NodeJS.ErrnoException) => {
      // One that was told to stop still writes until it has: its end is waited for.
      if (child.pid === undefined) end(explained(error));
    });
    child.once('close', (code, killer) => {
      if (code === 0) return end(null);
      if (signal.aborted) return end('it was given up');
      end(`npm ended with ${killer === null ? `exit code ${code}` : killer}${reason(output)}`);
    });
  });
}

function explained(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? 'npm is not on PATH' : error.message;
}

/** The line that says most: npm numbers its errors, and ends with where its log is. */
function reason(output: string): string {
  const errors = [...output.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, text]) => text!.trim());
  const telling = errors.find((text) => !/^(code|errno|syscall|path|A complete log)\b/.test(text));
  return telling === undefined ? '' : `: ${telling}`;
}

/** The daemon's own settings are not npm's business. */
function ownless(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GREENROOM_')));
}
