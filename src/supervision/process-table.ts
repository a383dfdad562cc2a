import { readProcTable, runsStill } from './proc-table.js';
import { readPsTable } from './ps-table.js';

/** Identifies a process, even if its pid is reused later. */
export interface ProcessId {
  pid: number;
  /** When it started, in the unit of its table (ticks since boot, or seconds). For comparison only. */
  start: number;
}

/** A running process. Zombies are excluded: they hold nothing and only wait to be reaped. */
export interface ProcessInfo extends ProcessId {
  ppid: number;
  /** The process group. */
  pgid: number;
  /** The session (in the sense of setsid); null if the system does not report it. */
  sid: number | null;
  /** The text of its mark, or null. */
  mark: string | null;
}

export interface ProcessTable {
  scan(): Promise<ProcessInfo[]>;
  /** Whether it still runs. Cheap; true if in doubt. */
  runs(id: ProcessId): boolean;
}

/** A process id as a map key. */
export function idKey(id: ProcessId): string {
  return `${id.pid}@${id.start}`;
}

/**
 * Lets concurrent callers share scans, for example when a hundred sessions end at once. Calls during a scan get the
 * next one, because the current one may already have passed the processes they look for.
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
