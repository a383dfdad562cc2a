import { onTestFinished } from 'vitest';
import { type ProcessInfo, parseMark, systemTable } from '../../src/sessions/process/index.js';

/** The processes that carry the mark of a session, whatever became of their parents. */
export async function processesOf(sessionId: string): Promise<ProcessInfo[]> {
  const all = await systemTable.scan();
  return all.filter(({ mark }) => mark !== null && parseMark(mark)?.sessionId === sessionId);
}

/** An id that no other session has, and an end of all its processes with the test, also of one that fails. */
export function guardedSession(name: string): string {
  const sessionId = `${name}-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
  onTestFinished(async () => {
    for (const left of await processesOf(sessionId)) {
      if (systemTable.runs(left)) process.kill(left.pid, 'SIGKILL');
    }
  });
  return sessionId;
}

/** Whether a process with this number runs; one that is dead but not collected does not. */
export async function runs(pid: number): Promise<boolean> {
  return (await systemTable.scan()).some((process) => process.pid === pid);
}
