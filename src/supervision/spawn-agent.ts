import type { Logger } from 'pino';
import type { AgentProcess, ProcessExit } from '../agents/agent.js';
import { type Cgroup, encloseInCgroup } from './cgroup.js';
import { drain } from './drain.js';
import { Input } from './input.js';
import type { Sandbox } from './isolation/index.js';
import { killGroup, killOnExit } from './last-resort.js';
import { LineOrder } from './line-order.js';
import { type LineParser, lineParser } from './line-parser.js';
import { LineSplitter } from './line-splitter.js';
import { type Mark, markVariables } from './marker.js';
import { secretMask } from './mask.js';
import { type MonotonicClock, monotonicClock } from './monotonic-clock.js';
import type { ProcessTable } from './process-table.js';
import { describeSpawnFailure } from './spawn-failure.js';
import { type Exit, type StartedProcess, startProcess } from './start-process.js';
import { StderrTail } from './stderr-tail.js';
import { endTree } from './tree.js';

export interface SpawnAgentOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment, see `agentEnvironment`; nothing else is inherited. */
  env: Readonly<Record<string, string>>;
  /** Variables that nobody but the program itself gets. Without line breaks. */
  secrets?: Readonly<Record<string, string>>;
  /** Must not be shared by running processes: stopping one ends all that carry it. */
  mark: Mark;
  /** The sandbox that isolates it; null if none does. */
  sandbox?: Sandbox | null;
  /** Called with each line of standard output, without its line break. `json`: its value, if it is known already. */
  onLine(line: string, json?: unknown): void;
  /** Called with the beginning of an oversized line, and the limit. */
  onLongLine?(head: string, limit: number): void;
  /** The maximum length of a line of output, in bytes. */
  lineBytes?: number;
  /** Parses lines that are too long for the event loop. */
  parser?: Pick<LineParser, 'parse'>;
  /** How long the process and its children may take to exit after SIGTERM. */
  graceMs?: number;
  /** How long its output may be silent after its exit before the streams are closed. */
  drainMs?: number;
  /** How long it may take to exit after it has closed its output or input; then it is ended. */
  lostMs?: number;
  /** Whether it is of no use without its standard output; true by default. */
  needsOutput?: boolean;
  logger?: Pick<Logger, 'warn' | 'error'>;
  /** Puts the process into a control group, if there is one to be had. */
  enclose?: (pid: number, owner: string) => Promise<Cgroup | null>;
  table?: ProcessTable;
  clock?: MonotonicClock;
}

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
    pause: () => {},
    resume: () => {},
    exited,
    signal: () => {},
    stop: () => exited,
  };
}

/** Starts an agent's process. Never throws: failures are reported by `exited`. */
export function spawnAgent(options: SpawnAgentOptions): AgentProcess {
  const {
    onLine,
    onLongLine,
    lineBytes,
    parser = lineParser,
    graceMs = 3_000,
    drainMs = 500,
    lostMs = 2_000,
    needsOutput = true,
    mark,
    sandbox = null,
    logger,
    // The end of the sandbox is the end of everything in it.
    enclose = sandbox === null ? encloseInCgroup : async () => null,
    table,
    clock = monotonicClock,
  } = options;
  // The mark again: a child without it could not be found.
  const env = { ...options.env, ...markVariables(mark) };
  let child: StartedProcess | Promise<never>;
  try {
    child = startProcess({ ...options, env, sandbox });
  } catch (error) {
    return neverStarted(Promise.resolve(describeSpawnFailure(options, error)));
  }
  if (child instanceof Promise)
    return neverStarted(child.catch((error: unknown) => describeSpawnFailure(options, error)));
  const { pid, stdin, stdout, stderr: errors } = child;

  let cgroup: Cgroup | null = null;
  const enclosed = enclose(pid, mark.owner).then((made) => {
    cgroup = made;
  });
  const forget = killOnExit(pid, () => cgroup?.kill());
  let failure: string | null = null;
  let hasExited = false;
  let ending: Promise<void> | null = null;
  /**
   * Without one of its streams the agent cannot be talked to, and its turn would never end. An exit closes them, too,
   * and comes at once.
   */
  const lose = async (stream: string) => {
    await clock.sleep(lostMs, { ref: false });
    if (hasExited || ending !== null) return;
    failure = `the agent closed its standard ${stream} and was stopped`;
    await end({ roots: [pid] });
  };
  const input = new Input(stdin, () => void lose('input'));
  const stderr = new StderrTail(secretMask({ ...options.env, ...options.secrets }));
  /** One bad line must not crash the daemon with all its sessions. */
  const guard = (handle: () => void) => {
    try {
      handle();
    } catch (error) {
      logger?.error({ err: error, pid }, 'A line of output could not be handled');
    }
  };
  let isPaused = false;
  let isBusy = false;
  const flow = () => void (isPaused || isBusy ? stdout.pause() : stdout.resume());
  const hold = (busy: boolean) => {
    isBusy = busy && !hasExited;
    flow();
  };
  const lines = new LineOrder({ onBusy: () => hold(true), onIdle: () => hold(false) });
  const splitter = new LineSplitter({
    onLine: (line) => lines.add(() => guard(() => onLine(line))),
    onHeavyLine: (parts) =>
      lines.add(async () => {
        const { text, json } = await parser.parse(parts);
        guard(() => onLine(text, json));
      }),
    onLongLine(head, limit) {
      logger?.warn({ pid }, 'A line of output is too long and was dropped');
      lines.add(() => guard(() => onLongLine?.(head, limit)));
    },
    ...(lineBytes === undefined ? {} : { limit: lineBytes }),
  });
  stdout.on('data', (chunk: Buffer) => splitter.push(chunk));
  if (needsOutput) stdout.once('end', () => void lose('output'));
  errors.on('data', (chunk: Buffer) => stderr.push(chunk));

  let tellExit: (exit: Exit) => void;
  const exit = new Promise<Exit>((resolve) => {
    tellExit = resolve;
  });
  child.onExit((exit) => {
    failure ??= exit.failure ?? null;
    tellExit(exit);
  });

  const wrappers = sandbox === null ? [] : [pid];
  const pattern = { owners: [mark.owner], sessionId: mark.sessionId };
  /** Ends the tree once: from its root while that runs, otherwise what the root left. */
  const end = (from: { roots?: number[]; groups?: number[] }): Promise<void> => {
    ending ??= enclosed
      .then(() => endTree({ ...from, wrappers, mark: pattern, cgroup, graceMs, table, clock }))
      .then(
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
    hasExited = true;
    input.destroy();
    // A paused stream would neither be drained nor closed. What is left is at most the content of the pipe.
    isPaused = false;
    hold(false);
    await Promise.all([end({ groups: [pid] }), drain([stdout, errors], drainMs, clock)]);
    forget();
    // The last line of a killed process is incomplete.
    if (signal === null) splitter.end();
    await lines.settled();
    stderr.end();
    return { code, signal, stderr: stderr.summary(), ...(failure === null ? {} : { failure }) };
  };
  const exited = whenExited();

  return {
    pid,
    exited,
    write: (line) => input.write(line),
    endInput: () => input.end(),
    pause: () => {
      isPaused = !hasExited;
      flow();
    },
    resume: () => {
      isPaused = false;
      flow();
    },
    signal: (name) => child.signal(name),
    async stop() {
      input.end();
      await end({ roots: [pid] });
      return exited;
    },
  };
}
