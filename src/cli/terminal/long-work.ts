import { dirname } from 'node:path';
import { LogError } from '../../log/index.js';
import { TargetExistsError } from '../../server/index.js';
import { UsageError } from '../usage-error.js';
import { Progress } from './progress.js';

export interface LongWork<T> {
  label: string;
  /** Calls `start` when nothing is wrong with what the user asked for. */
  run(start: () => void): Promise<T>;
  /** Bytes so far; null if nobody can tell. */
  measure: (() => Promise<number>) | null;
}

/** Runs work that may take minutes: a progress line on terminals, one line otherwise, and one line for errors. */
export async function withProgress<T>({ label, run, measure }: LongWork<T>): Promise<T> {
  let progress: Progress | null = null;
  const start = () => {
    if (process.stderr.isTTY) progress = new Progress(process.stderr, label, measure);
    else console.error(`${label} …`);
  };
  try {
    return await run(start);
  } catch (error) {
    throw explain(error);
  } finally {
    (progress as Progress | null)?.stop();
  }
}

function explain(error: unknown): unknown {
  if (error instanceof LogError || error instanceof TargetExistsError) return new UsageError(error.message);
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const where = dest ?? path ?? 'the folder';
  switch (code) {
    case 'ENOSPC':
      return new UsageError(`the disk of ${where} is full`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new UsageError(`permission denied: ${where} (${code})`);
    case 'ENOENT':
    case 'ENOTDIR':
      return new UsageError(`there is no folder ${dirname(where)}`);
    default:
      return error;
  }
}
