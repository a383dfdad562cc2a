import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type DaemonLog, openLog } from '../../src/log/index.js';
import { tempFolder } from '../support/temp-folder.js';

export { appending, batch, newSession, queueRow, record } from '../conformance/log/data.js';

/** An open log in a fresh folder, closed when the test ends. */
export async function tempLog(folder?: string): Promise<{ folder: string; log: DaemonLog }> {
  const where = folder ?? (await tempFolder());
  const log = await openLog({ dataFolder: where, sync: 'normal' });
  onTestFinished(() => log.close());
  return { folder: where, log };
}

/** Starts a program from `fixtures/programs`; it is killed at the end of the test if it still runs. */
export function program(name: string, ...values: string[]): ChildProcess & { lines: AsyncIterator<string> } {
  const path = fileURLToPath(new URL(`../../fixtures/programs/${name}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...values], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  onTestFinished(() => killed(child));
  return Object.assign(child, { lines });
}

/** Kills a child with SIGKILL and waits for its exit. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
