import { rmSync } from 'node:fs';
import { backUpFolder } from '../../server/index.js';
import { formatBytes } from '../terminal/bytes.js';
import { counted } from '../terminal/counted.js';
import { withProgress } from '../terminal/long-work.js';
import { paint } from '../terminal/paint.js';
import type { BackupFlags } from './backup-command.js';
import { folderSize } from './folder-size.js';

/** Copies a data folder, and removes what it has copied if a signal ends it. */
export async function backUp(target: string, { data }: BackupFlags): Promise<void> {
  let draft: string | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (draft !== null) rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
    process.removeListener(signal, onSignal);
    // SQLite copies on another thread and could not be asked to stop.
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  const { folder, sessions, events, bytes } = await withProgress({
    label: `backing up ${data}`,
    run: (start) =>
      backUpFolder({
        dataFolder: data,
        target,
        onDraft: (folder) => {
          draft = folder;
          start();
        },
      }),
    measure: async () => (draft === null ? 0 : folderSize(draft)),
  });
  const content = `${counted(sessions, 'session')}, ${counted(events, 'event')}, ${formatBytes(bytes)}`;
  console.log(`${paint('green', '✓')} ${content}  ${folder}`);
}
