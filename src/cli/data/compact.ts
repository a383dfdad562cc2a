import { DataFolderInUseError, lockFolder, requireLog, runTask } from '../../log/index.js';
import { formatBytes } from '../terminal/bytes.js';
import { withProgress } from '../terminal/long-work.js';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import type { CompactFlags } from './compact-command.js';

/** Returns the free space of a data folder. */
export async function compact({ data }: CompactFlags): Promise<void> {
  const { before, after } = await withProgress({
    label: `compacting ${data}`,
    run: (start) => compactLocked(data, start),
    measure: null,
  });
  const change = `${formatBytes(Math.max(before - after, 0))} returned, ${formatBytes(after)} left`;
  console.log(`${paint('green', '✓')} ${change}  ${data}`);
}

async function compactLocked(
  dataFolder: string,
  start: () => void,
): Promise<{ before: number; after: number }> {
  // Locking would create the folder.
  requireLog(dataFolder);
  const lock = lockIdle(dataFolder);
  try {
    start();
    return await runTask('compact', { dataFolder });
  } finally {
    lock.release();
  }
}

function lockIdle(dataFolder: string) {
  try {
    return lockFolder(dataFolder);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    const hint = 'a running daemon returns the space of deleted sessions by itself';
    throw new UsageError(`${error.message}; ${hint}`);
  }
}
