import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type ProcessInfo, parseMark, systemTable } from '../../../src/sessions/process/index.js';

export interface RunningProcess {
  pid: number;
  command: string;
}

/** The processes with this home; none where the system does not show environments. One that is dead has none. */
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
        // Gone meanwhile, or not ours.
        return [];
      }
    }),
  );
  return found.flat();
}

/** The agents' own processes: what a daemon has started, for one of its sessions or for all. */
export async function agentProcesses(
  { child }: { child: { pid?: number } },
  sessionId?: string,
): Promise<ProcessInfo[]> {
  return (await systemTable.scan()).filter(({ ppid, mark }) => {
    if (ppid !== child.pid) return false;
    return sessionId === undefined || (mark !== null && parseMark(mark)?.sessionId === sessionId);
  });
}

/** One that is dead and waits to be collected does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
