import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { narrowFolder } from '../../log/index.js';
import { Progress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';
import { daemonLogPath, logSize, logTail } from './daemon-log.js';
import { type RunningDaemon, runningDaemon } from './running-daemon.js';

export interface StartOptions {
  data: string;
  /** Of `greenroom server`. */
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

const POLL_MS = 50;
/** Recovering thousands of sessions takes seconds. */
const LONGEST_START_MS = 120_000;
const REASON_LINES = 10;

/** Starts a daemon that outlives this process and its terminal; resolves when it listens. */
export async function startInBackground(options: StartOptions): Promise<RunningDaemon> {
  const { data } = options;
  await mkdir(data, { recursive: true, mode: 0o700 });
  narrowFolder(data);
  const after = await logSize(data);
  const exited = await launch(options);
  const progress = process.stderr.isTTY ? new Progress(process.stderr, 'starting the daemon', null) : null;
  try {
    const started = await listening(data, exited);
    if (started !== null) return started;
  } finally {
    progress?.stop();
  }
  const tail = await logTail(data, { lines: REASON_LINES, after });
  const why = exited.isOver ? 'the daemon could not start' : 'the daemon is still starting';
  const log = daemonLogPath(data);
  throw new UsageError(
    [`${why}; the end of its log, ${log}:`, ...tail.map((line) => `  ${line}`)].join('\n'),
  );
}

interface Exit {
  isOver: boolean;
}

async function launch({ args, data, env = process.env, cwd }: StartOptions): Promise<Exit> {
  // Only errors and logs are kept: the banner has the token.
  const log = await open(daemonLogPath(data), 'a', 0o600);
  try {
    const program = [...process.execArgv, process.argv[1]!, 'server', ...args];
    const child = spawn(process.execPath, program, {
      detached: true,
      stdio: ['ignore', 'ignore', log.fd],
      env,
      ...(cwd === undefined ? {} : { cwd }),
    });
    const exit: Exit = { isOver: false };
    child.on('exit', () => {
      exit.isOver = true;
    });
    await once(child, 'spawn');
    child.unref();
    return exit;
  } finally {
    await log.close();
  }
}

/** Null if it has exited, or takes too long. One that was started at the same moment elsewhere is as good. */
async function listening(data: string, exit: Exit): Promise<RunningDaemon | null> {
  const deadline = Date.now() + LONGEST_START_MS;
  while (Date.now() < deadline) {
    const { isOver } = exit;
    const running = runningDaemon(data);
    if (running?.url) return running;
    if (isOver && running === null) return null;
    await delay(POLL_MS);
  }
  return null;
}
