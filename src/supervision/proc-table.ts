import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MARK_VARIABLE } from './marker.js';
import type { ProcessId, ProcessInfo } from './process-table.js';

/**
 * Reads are synchronous, because the thread pool would cost ten times the read, but yield to the event loop this often.
 */
const SLICE_MS = 2;
const variable = Buffer.from(`${MARK_VARIABLE}=`);
const statBuffer = Buffer.allocUnsafe(4096);

interface Stat extends Omit<ProcessInfo, 'mark'> {
  zombie: boolean;
}

/**
 * The fields of `/proc/<pid>/stat` that we need. The name may contain anything, even brackets, so it is cut at the last
 * one.
 */
export function parseStat(text: string): Stat | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ', 20);
  const [state, ppid, pgid, sid] = fields;
  const start = fields[19];
  if (state === undefined || start === undefined) return null;
  return {
    pid: Number.parseInt(text, 10),
    start: Number(start),
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: Number(sid),
    zombie: state === 'Z' || state === 'X',
  };
}

function readStat(pid: number | string): Stat | null {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r');
    try {
      return parseStat(statBuffer.toString('latin1', 0, readSync(file, statBuffer)));
    } finally {
      closeSync(file);
    }
  } catch {
    // It exited after the folder was listed.
    return null;
  }
}

/** Finds the mark among the variables, which are separated by NUL bytes. */
export function markInEnviron(environ: Buffer): string | null {
  let at = environ.indexOf(variable);
  while (at > 0 && environ[at - 1] !== 0) at = environ.indexOf(variable, at + 1);
  if (at === -1) return null;
  const from = at + variable.length;
  const to = environ.indexOf(0, from);
  return environ.toString('latin1', from, to === -1 ? environ.length : to);
}

function readMark(pid: number): string | null {
  try {
    return markInEnviron(readFileSync(`/proc/${pid}/environ`));
  } catch {
    // Another user's process, or one that just exited.
    return null;
  }
}

export async function readProcTable(): Promise<ProcessInfo[]> {
  const table: ProcessInfo[] = [];
  let pauseAt = performance.now() + SLICE_MS;
  for (const name of readdirSync('/proc')) {
    if (name < '0' || name > ':') continue;
    const stat = readStat(name);
    if (stat !== null && !stat.zombie) {
      const { zombie: _, ...process } = stat;
      table.push({ ...process, mark: readMark(stat.pid) });
    }
    if (performance.now() > pauseAt) {
      await nextTurn();
      pauseAt = performance.now() + SLICE_MS;
    }
  }
  return table;
}

export function runsStill({ pid, start }: ProcessId): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.start === start && !stat.zombie;
}
