import { execa } from 'execa';
import { MARK_VARIABLE } from './marker.js';
import type { ProcessInfo } from './process-table.js';

const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s*$/;
const markedRow = new RegExp(String.raw`^\s*(\d+)\s.*\s${MARK_VARIABLE}=(\S+)`);

/** Parses lines of `pid ppid pgid state lstart`, without zombies. */
export function parsePs(output: string): Omit<ProcessInfo, 'mark'>[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, ppid, pgid, state, start] = row.exec(line) ?? [];
    if (start === undefined || state?.startsWith('Z')) return [];
    return [
      {
        pid: Number(pid),
        ppid: Number(ppid),
        pgid: Number(pgid),
        sid: null,
        start: Date.parse(start) / 1000,
      },
    ];
  });
}

/** Parses lines of `pid command environment`. The environment comes last, so the last mark on a line counts. */
export function parsePsMarks(output: string): Map<number, string> {
  const marks = new Map<number, string>();
  for (const line of output.split('\n')) {
    const [, pid, mark] = markedRow.exec(line) ?? [];
    if (mark !== undefined) marks.set(Number(pid), mark);
  }
  return marks;
}

async function ps(args: string[]): Promise<string> {
  // lstart depends on the locale and time zone, so both are fixed.
  const { stdout } = await execa('ps', args, {
    env: { LC_ALL: 'C', TZ: 'UTC' },
    maxBuffer: 256 * 1024 * 1024,
    stripFinalNewline: false,
  });
  return stdout;
}

/**
 * The process table on systems without `/proc`. They hide the environment of system programs and of other users'
 * processes.
 */
export async function readPsTable(): Promise<ProcessInfo[]> {
  // macOS shows the environment with -E (its -e means all processes), other systems with e.
  const withEnvironment = process.platform === 'darwin' ? '-axEww' : 'axeww';
  const [rows, marks] = await Promise.all([
    ps(['-ax', '-o', 'pid=,ppid=,pgid=,state=,lstart=']).then(parsePs),
    ps([withEnvironment, '-o', 'pid=,command=']).then(parsePsMarks),
  ]);
  return rows.map((process) => ({ ...process, mark: marks.get(process.pid) ?? null }));
}
