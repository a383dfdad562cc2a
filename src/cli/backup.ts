import { rmSync } from 'node:fs';
import { backUpFolder } from '../server/index.js';
import type { BackupFlags } from './backup-command.js';
import { formatBytes } from './bytes.js';
import { counted } from './counted.js';
import { folderSize } from './folder-size.js';
import { withProgress } from './long-work.js';
import { paint } from './paint.js';

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
