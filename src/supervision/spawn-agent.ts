import { execa } from 'execa';
import type { Logger } from 'pino';
import type { AgentProcess, ProcessExit } from '../agents/agent.js';
import { drain } from './drain.js';
import { Input } from './input.js';
import { killGroup, killOnExit } from './last-resort.js';
import { LineSplitter } from './line-splitter.js';
import { type Mark, markVariables } from './marker.js';
import { secretMask } from './mask.js';
import { type MonotonicClock, monotonicClock } from './monotonic-clock.js';
import type { ProcessTable } from './process-table.js';
import { describeSpawnFailure } from './spawn-failure.js';
import { StderrTail } from './stderr-tail.js';
import { endTree } from './tree.js';

export interface SpawnAgentOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment, see `agentEnvironment`; nothing else is inherited. */
  env: Readonly<Record<string, string>>;
  /** Must not be shared by running processes: stopping one ends all that carry it. */
  mark: Mark;
  /** Called with each line of standard output, without its line break. */
  onLine(line: string): void;
  /** Called with the beginning of an oversized line. */
  onLongLine?(head: string): void;
  /** How long the process and its children may take to exit after SIGTERM. */
  graceMs?: number;
  /** How long its output may be silent after its exit before the streams are closed. */
  drainMs?: number;
  logger?: Pick<Logger, 'warn' | 'error'>;
  table?: ProcessTable;
  clock?: MonotonicClock;
}

type Exit = Pick<ProcessExit, 'code' | 'signal'>;

/** A process that could not be started: it has already exited, with the reason. */
function neverStarted(failure: Promise<string>): AgentProcess {
  const exited = failure.then((failure) => ({
    code: null,
    signal: null,
    stderr: new StderrTail().summary(),
    failure,
  }));
  return {
    pid: 0,
    write: async () => {},
    endInput: () => {},
    exited,
    signal: () => {},
    stop: () => exited,
  };
}

function start({ command, args, cwd, env, mark }: SpawnAgentOptions) {
  return execa(command, args, {
    cwd,
    // The mark again: a child without it could not be found.
    env: { ...env, ...markVariables(mark) },
    extendEnv: false,
    stdin: 'pipe',
    buffer: false,
    reject: false,
    // In its own group and session, so Ctrl-C on the daemon's terminal does not reach it.
    detached: true,
  });
}

/** Starts an agent's process. Never throws: failures are reported by `exited`. */
export function spawnAgent(options: SpawnAgentOptions): AgentProcess {
  const {
    onLine,
    onLongLine,
    graceMs = 3_000,
    drainMs = 500,
    mark,
    logger,
    table,
    clock = monotonicClock,
  } = options;
  let child: ReturnType<typeof start>;
  try {
    child = start(options);
  } catch (error) {
    return neverStarted(Promise.resolve(describeSpawnFailure(options, error)));
  }
  const { pid } = child;
  if (pid === undefined) {
    return neverStarted(child.then((result) => describeSpawnFailure(options, result.cause ?? result)));
  }

  const forget = killOnExit(pid);
  const input = new Input(child.stdin);
  const stderr = new StderrTail(secretMask(options.env));
  const splitter = new LineSplitter({
    onLine(line) {
      try {
        onLine(line);
      } catch (error) {
        // One bad line must not crash the daemon with all its sessions.
        logger?.error({ err: error, pid }, 'A line of output could not be handled');
      }
    },
    onLongLine(head) {
      logger?.warn({ pid }, 'A line of output is too long and was dropped');
      onLongLine?.(head);
    },
  });
  child.stdout.on('data', (chunk: Buffer) => splitter.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));

  let tellExit: (exit: Exit) => void;
  const exit = new Promise<Exit>((resolve) => {
    tellExit = resolve;
  });
  child.once('exit', (code, signal) => tellExit({ code, signal }));

  let ending: Promise<void> | null = null;
  /** Ends the tree once: from its root while that runs, otherwise what the root left. */
  const end = (from: { roots?: number[]; groups?: number[] }): Promise<void> => {
    ending ??= endTree({ ...from, mark, graceMs, table, clock }).then(
      (left) => {
        if (left.length === 0) return;
        logger?.error({ pid, left }, 'Processes of an agent could not be ended');
        // The system cannot end it; do not wait for it.
        if (left.some((process) => process.pid === pid)) tellExit({ code: null, signal: null });
      },
      (error: unknown) => {
        logger?.error({ err: error, pid }, 'The processes of an agent could not be looked up');
        killGroup(pid);
      },
    );
    return ending;
  };

  const whenExited = async (): Promise<ProcessExit> => {
    const { code, signal } = await exit;
    input.destroy();
    await Promise.all([end({ groups: [pid] }), drain([child.stdout, child.stderr], drainMs, clock)]);
    forget();
    // The last line of a killed process is incomplete.
    if (signal === null) splitter.end();
    stderr.end();
    return { code, signal, stderr: stderr.summary() };
  };
  const exited = whenExited();

  return {
    pid,
    exited,
    write: (line) => input.write(line),
    endInput: () => input.end(),
    signal: (name) => void child.kill(name),
    async stop() {
      input.end();
      await end({ roots: [pid] });
      return exited;
    },
  };
}
