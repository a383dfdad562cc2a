import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import { execa } from 'execa';
import type { ProcessExit } from '../agents/agent.js';
import type { Sandbox } from './isolation/index.js';
import { exitOf, innerPid, redirected, STREAMS, secretLines } from './isolation/streams.js';

export interface StartOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Variables of the program itself, which no process around it has. Without line breaks. */
  secrets?: Readonly<Record<string, string>>;
  /** The sandbox that the process is started in; null for none. */
  sandbox: Sandbox | null;
}

export type Exit = Pick<ProcessExit, 'code' | 'signal' | 'failure'>;

export interface StartedProcess {
  /** Of the sandbox, if there is one. */
  pid: number;
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  onExit(listener: (exit: Exit) => void): void;
  /** Sends a signal to the program itself. */
  signal(name: NodeJS.Signals): void;
}

/** Starts a process, or rejects with the reason. Throws if not even that can be tried. */
export function startProcess(options: StartOptions): StartedProcess | Promise<never> {
  return options.sandbox === null ? startBare(options) : startIn(options.sandbox, options);
}

/** The exit code of bubblewrap where it could not start the program. */
const BUBBLEWRAP_FAILED = 1;

/** In its own group and session, so Ctrl-C on the daemon's terminal does not reach it. */
const DETACHED = true;

function startBare({ command, args, cwd, env, secrets }: StartOptions): StartedProcess | Promise<never> {
  const child = execa(command, args, {
    cwd,
    env: { ...env, ...secrets },
    extendEnv: false,
    stdin: 'pipe',
    buffer: false,
    reject: false,
    detached: DETACHED,
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined)
    return child.then((result) => {
      throw result.cause ?? result;
    });
  return {
    pid,
    stdin,
    stdout,
    stderr,
    onExit: (listener) => child.once('exit', (code, signal) => listener({ code, signal })),
    signal: (name) => void child.kill(name),
  };
}

function startIn(
  sandbox: Sandbox,
  { command, args, cwd, env, secrets }: StartOptions,
): StartedProcess | Promise<never> {
  // Inside, it could only be reported by a shell.
  if (isAbsolute(command)) accessSync(command, constants.X_OK);
  const child = spawn(
    sandbox.command,
    [...sandbox.args, ...redirected(command, args, secrets !== undefined)],
    {
      cwd,
      env,
      detached: DETACHED,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    },
  );
  const { pid } = child;
  if (pid === undefined)
    return once(child, 'error').then(([error]) => {
      throw error;
    });
  const [stdin, stdout, stderr] = [STREAMS.input, STREAMS.output, STREAMS.errors].map(
    (stream) => (child.stdio as unknown[])[stream],
  ) as [Duplex, Duplex, Duplex];
  if (secrets !== undefined) stdin.write(secretLines(secrets));
  // Only to notice that the other end is closed.
  stdin.resume();
  let complaint = '';
  const complaints = child.stderr!;
  complaints.setEncoding('utf8').on('data', (text: string) => {
    complaint = complaint.slice(0, 1_000) + text;
  });
  return {
    pid,
    stdin,
    stdout,
    stderr,
    onExit: (listener) =>
      child.once('exit', (code, signal) => {
        const report = () => {
          const why = complaint.trim();
          const failure = why === '' ? {} : { failure: `It could not be isolated: ${why}` };
          listener({ ...exitOf(code, signal), ...failure });
        };
        // Where bubblewrap itself fails, its reason may come after its exit. Nobody else writes there.
        if (code === BUBBLEWRAP_FAILED && !complaints.closed) complaints.once('close', report);
        else report();
      }),
    signal: (name) => {
      try {
        process.kill(innerPid(pid) ?? pid, name);
      } catch {
        // It has exited.
      }
    },
  };
}
