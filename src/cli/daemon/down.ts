import { setTimeout as delay } from 'node:timers/promises';
import { durationText } from '../../schema/configuration/units.js';
import { print } from '../terminal/output.js';
import { paint } from '../terminal/paint.js';
import { Progress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';
import { daemonLogPath } from './daemon-log.js';
import type { DownFlags } from './down-command.js';
import { type RunningDaemon, runningDaemon } from './running-daemon.js';

const POLL_MS = 50;
/** The kernel needs a moment. */
const KILL_MS = 5000;

/** Stops the daemon of a data folder, and waits until it is gone. */
export async function down({ data, timeout, force, json }: DownFlags): Promise<void> {
  const running = runningDaemon(data);
  if (running === null)
    return print({ stopped: false, data }, { json }, () => `no daemon runs on the data folder ${data}`);
  const { pid } = running;
  const isKilled = !(await stop(running, data, timeout, 'SIGTERM'));
  if (isKilled) {
    const waited = `the daemon (pid ${pid}) has not stopped within ${durationText(timeout)}`;
    if (!force)
      throw new UsageError(
        `${waited}; see ${daemonLogPath(data)}, wait longer with --timeout, or kill it with: greenroom down --force`,
      );
    if (!(await stop(running, data, KILL_MS, 'SIGKILL')))
      throw new UsageError(`${waited}, and cannot be killed`);
  }
  const result = { stopped: true, killed: isKilled, pid, data };
  print(
    result,
    { json },
    () => `${paint('green', '✓')} the daemon (pid ${pid}) was ${isKilled ? 'killed' : 'stopped'}`,
  );
}

/** False if it still runs after that time. */
async function stop(
  { pid }: RunningDaemon,
  data: string,
  timeoutMs: number,
  signal: NodeJS.Signals,
): Promise<boolean> {
  send(pid, signal);
  const progress = process.stderr.isTTY ? new Progress(process.stderr, 'stopping the daemon', null) : null;
  try {
    const deadline = Date.now() + timeoutMs;
    // Its pid would be there for longer where nobody collects exited processes.
    while (runningDaemon(data)?.pid === pid) {
      if (Date.now() >= deadline) return false;
      await delay(POLL_MS);
    }
    return true;
  } finally {
    progress?.stop();
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM') throw new UsageError(`the daemon (pid ${pid}) belongs to another user`);
    if (code !== 'ESRCH') throw error;
  }
}
