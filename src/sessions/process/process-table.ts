import { readProcTable, runsStill } from './proc-table.js';
import { readPsTable } from './ps-table.js';

/** A process, told from a later one that was given the same number. */
export interface ProcessId {
  pid: number;
  /** When it started, in the unit of its table (ticks since boot, or seconds). Only good for comparing. */
  start: number;
}

/** A living process. Zombies are not in the table: they hold nothing and only wait to be collected. */
export interface ProcessInfo extends ProcessId {
  ppid: number;
  /** The process group. */
  pgid: number;
  /** The session (in the sense of setsid); null where the system does not tell. */
  sid: number | null;
  /** The text of its mark, or null. */
  mark: string | null;
}

export interface ProcessTable {
  scan(): Promise<ProcessInfo[]>;
  /** Whether it runs still; cheap, and where in doubt true. */
  runs(id: ProcessId): boolean;
}

/** One text for the two parts of an identity. */
export function idKey(id: ProcessId): string {
  return `${id.pid}@${id.start}`;
}

/**
 * Lets many callers share scans: when a hundred sessions end at once, they wait for the same ones. Who comes
 * while a scan runs gets the next, because this one may already be past what they look for.
 */
export function shareScans(scan: () => Promise<ProcessInfo[]>): () => Promise<ProcessInfo[]> {
  let running: Promise<ProcessInfo[]> | null = null;
  let next: Promise<ProcessInfo[]> | null = null;
  const start = (): Promise<ProcessInfo[]> => {
    next = null;
    const started = scan().finally(() => {
      if (running === started) running = null;
    });
    running = started;
    return started;
  };
  return () => {
    if (running === null) return start();
    next ??= running.then(start, start);
    return next;
  };
}

function existsStill({ pid }: ProcessId): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The processes of this machine. */
export const systemTable: ProcessTable =
  process.platform === 'linux'
    ? { scan: shareScans(readProcTable), runs: runsStill }
    : { scan: shareScans(readPsTable), runs: existsStill };
