import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  type Batch,
  openSqliteLog,
  type SessionRecord,
  type SqliteLog,
  type Write,
} from '../../src/log/index.js';
import { tempFolder } from '../support/temp-folder.js';

/** An open log in a folder of its own, closed when the test ends. */
export async function tempLog(folder?: string): Promise<{ folder: string; log: SqliteLog }> {
  const where = folder ?? (await tempFolder());
  const log = await openSqliteLog({ folder: where, sync: 'normal' });
  onTestFinished(() => log.close());
  return { folder: where, log };
}

export function record(sessionId: string, changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    sessionId,
    createdAt: 1_000,
    updatedAt: 1_000,
    lastSequence: 0,
    unsettled: false,
    ended: false,
    config: '{"agent":"mock"}',
    info: '{"title":null}',
    snapshot: null,
    snapshotSequence: 0,
    ...changes,
  };
}

export function event(sequence: number): string {
  return `{"sequence":${sequence},"text":"line\\nbreak ä😀","raw":null}`;
}

/** A batch of plain events from `first` to `last`. */
export function batch(sessionId: string, first: number, last: number, changes: Partial<Batch> = {}): Batch {
  const sequences = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const raws = sequences.map(() => null);
  return { sessionId, first, last, events: sequences.map(event), raws, states: [], ...changes };
}

export function write(batch: Batch, changes: Partial<SessionRecord> = {}): Write {
  return { batch, record: { ...changes, sessionId: batch.sessionId } };
}

/** Starts a program from `fixtures/programs`; it is killed at the end of the test if it still runs. */
export function program(name: string, ...values: string[]): ChildProcess & { lines: AsyncIterator<string> } {
  const path = fileURLToPath(new URL(`../../fixtures/programs/${name}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...values], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  onTestFinished(() => killed(child));
  return Object.assign(child, { lines });
}

/** Kills a child with SIGKILL and waits until it is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
