import { execa } from 'execa';
import type { Logger } from 'pino';
import type { AgentProcess, ProcessExit } from '../../agents/agent.js';
import { type Clock, systemClock } from './clock.js';
import { drain } from './drain.js';
import { Input } from './input.js';
import { killGroup, killOnExit } from './last-resort.js';
import { LineSplitter } from './line-splitter.js';
import { type Mark, markVariables } from './marker.js';
import { secretMask } from './mask.js';
import type { ProcessTable } from './process-table.js';
import { describeSpawnFailure } from './spawn-failure.js';
import { StderrTail } from './stderr-tail.js';
import { endTree } from './tree.js';

export interface SpawnAgentOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment, see `agentEnvironment`; nothing is inherited besides. */
  env: Readonly<Record<string, string>>;
  /** Not to be shared by two processes that run at once: the end of one ends all that carry it. */
  mark: Mark;
  /** Called with each line of standard output, without its end. */
  onLine(line: string): void;
  /** Called with the beginning of a line that is longer than we take. */
  onLongLine?(head: string): void;
  /** How long the process and its children may take to end after SIGTERM. */
  graceMs?: number;
  /** How long its output may be silent, after it exited, before we stop to listen. */
  drainMs?: number;
  logger?: Pick<Logger, 'warn' | 'error'>;
  table?: ProcessTable;
  clock?: Clock;
}

type Exit = Pick<ProcessExit, 'code' | 'signal'>;

/** A process that could not be started: it has exited already, and says why. */
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
    // The mark once more, so that nobody can start a child that is not found again.
    env: { ...env, ...markVariables(mark) },
    extendEnv: false,
    stdin: 'pipe',
    buffer: false,
    reject: false,
    // A group and session of its own: a Ctrl-C on the daemon's terminal must not reach it.
    detached: true,
  });
}

/** Starts an agent's process. Never throws: what goes wrong is told by `exited`. */
export function spawnAgent(options: SpawnAgentOptions): AgentProcess {
  const {
    onLine,
    onLongLine,
    graceMs = 3_000,
    drainMs = 500,
    mark,
    logger,
    table,
    clock = systemClock,
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
        // One bad line must not take the daemon down, and with it everybody else's sessions.
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
  /** Ends the tree, once: from its root while that runs, else what the root left. */
  const end = (from: { roots?: number[]; groups?: number[] }): Promise<void> => {
    ending ??= endTree({ ...from, mark, graceMs, table, clock }).then(
      (left) => {
        if (left.length === 0) return;
        logger?.error({ pid, left }, 'Processes of an agent could not be ended');
        // The system keeps it; nobody shall wait for it.
        if (left.some((process) => process.pid === pid)) tellExit({ code: null, signal: null });
      },
      (error: unknown) => {
        logger?.error({ err: error, pid }, 'The processes of an agent could not be looked up');
        killGroup(pid);
      },
    );
    return ending;
  };

  const settle = async (): Promise<ProcessExit> => {
    const { code, signal } = await exit;
    input.destroy();
    await Promise.all([end({ groups: [pid] }), drain([child.stdout, child.stderr], drainMs, clock)]);
    forget();
    // Who was killed in the middle of a line has not said it.
    if (signal === null) splitter.end();
    stderr.end();
    return { code, signal, stderr: stderr.summary() };
  };
  const exited = settle();

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
