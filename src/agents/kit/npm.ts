import { spawn } from 'node:child_process';

export interface NpmOptions {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

export interface NpmResult {
  /** The reason in one line; null on success. */
  failure: string | null;
  /** The last lines of the output. */
  output: string;
}

const quietFlags = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error'];
/** Some agents require a newer Node, but their binaries do not use it. */
const ANY_ENGINE = '--no-engine-strict';
const OUTPUT_LINES = 10;
const MAX_OUTPUT_LENGTH = 16_384;

/** Runs the npm on PATH, which is configured for the user's registry and proxy. */
export function runNpm({ args, cwd, env, signal }: NpmOptions): Promise<NpmResult> {
  return new Promise((resolve) => {
    let output = '';
    const end = (failure: string | null) => {
      const lines = output.trim().split('\n').slice(-OUTPUT_LINES);
      resolve({ failure, output: lines.join('\n').trim() });
    };
    const child = spawn('npm', [...args, ...quietFlags, ANY_ENGINE], {
      cwd,
      env: withoutOwnVariables(env),
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const append = (chunk: Buffer) => {
      output = (output + String(chunk)).slice(-MAX_OUTPUT_LENGTH);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', (error: NodeJS.ErrnoException) => {
      // An aborted npm may still write files until it exits: `close` reports it.
      if (child.pid === undefined) end(spawnFailure(error));
    });
    child.once('close', (code, killer) => {
      if (code === 0) return end(null);
      if (signal.aborted) return end('the installation was aborted');
      end(`npm failed with ${killer === null ? `exit code ${code}` : killer}${reason(output)}`);
    });
  });
}

function spawnFailure(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? 'npm is not on PATH' : error.message;
}

/** The first informative line: npm begins with error codes and ends with the path of its log. */
function reason(output: string): string {
  const errors = [...output.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, text]) => text!.trim());
  const informative = errors.find((text) => !/^(code|errno|syscall|path|A complete log)\b/.test(text));
  return informative === undefined ? '' : `: ${informative}`;
}

/** npm must not see the daemon's own settings, which include its token. */
function withoutOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GREENROOM_')));
}
