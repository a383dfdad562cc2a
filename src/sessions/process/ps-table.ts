import { execa } from 'execa';
import { MARK_VARIABLE } from './marker.js';
import type { ProcessInfo } from './process-table.js';

const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s*$/;
const markedRow = new RegExp(String.raw`^\s*(\d+)\s.*\s${MARK_VARIABLE}=(\S+)`);

/** Reads lines of `pid ppid pgid state lstart`, without the zombies. */
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

/** Reads lines of `pid command environment`. The environment is last, so the last mark on the line is the one. */
export function parsePsMarks(output: string): Map<number, string> {
  const marks = new Map<number, string>();
  for (const line of output.split('\n')) {
    const [, pid, mark] = markedRow.exec(line) ?? [];
    if (mark !== undefined) marks.set(Number(pid), mark);
  }
  return marks;
}

async function ps(args: string[]): Promise<string> {
  // lstart is written in the local language and time zone; a fixed one can be read back.
  const { stdout } = await execa('ps', args, {
    env: { LC_ALL: 'C', TZ: 'UTC' },
    maxBuffer: 256 * 1024 * 1024,
    stripFinalNewline: false,
  });
  return stdout;
}

/** The table where there is no `/proc`. The system hides the environment of its own programs and of other users'. */
export async function readPsTable(): Promise<ProcessInfo[]> {
  // To show the environment, macOS wants -E (its -e means all processes), the others e.
  const withEnvironment = process.platform === 'darwin' ? '-axEww' : 'axeww';
  const [rows, marks] = await Promise.all([
    ps(['-ax', '-o', 'pid=,ppid=,pgid=,state=,lstart=']).then(parsePs),
    ps([withEnvironment, '-o', 'pid=,command=']).then(parsePsMarks),
  ]);
  return rows.map((process) => ({ ...process, mark: marks.get(process.pid) ?? null }));
}
