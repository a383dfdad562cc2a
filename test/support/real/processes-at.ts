import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type ProcessInfo, parseMark, systemTable } from '../../../src/supervision/index.js';

export interface RunningProcess {
  pid: number;
  command: string;
}

/** The processes with this home folder; none on systems without /proc. Zombies have no environment. */
export async function processesAt(home: string): Promise<RunningProcess[]> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    numbers.map(async (number) => {
      try {
        const environment = await readFile(`/proc/${number}/environ`, 'latin1');
        if (!environment.split('\0').includes(`HOME=${home}`)) return [];
        const command = await readFile(`/proc/${number}/cmdline`, 'utf8');
        return [{ pid: Number(number), command: command.replaceAll('\0', ' ').trim() }];
      } catch {
        // Exited in the meantime, or not ours.
        return [];
      }
    }),
  );
  return found.flat();
}

/** The pid of the youngest process with this text in its arguments; null if there is none, or no /proc. */
export async function youngestWith(text: string): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const found = (await systemTable.scan()).filter(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
  return found.sort((one, other) => other.start - one.start)[0]?.pid ?? null;
}

/** The child processes of a daemon, for one session or for all. */
export async function agentProcesses(
  { child }: { child: { pid?: number } },
  sessionId?: string,
): Promise<ProcessInfo[]> {
  return (await systemTable.scan()).filter(({ ppid, mark }) => {
    if (ppid !== child.pid) return false;
    return sessionId === undefined || (mark !== null && parseMark(mark)?.sessionId === sessionId);
  });
}

/** Zombies do not count as running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
