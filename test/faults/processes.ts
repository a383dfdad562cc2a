import { onTestFinished } from 'vitest';
import { type ProcessInfo, parseMark, systemTable } from '../../src/supervision/index.js';

/** The processes that carry the mark of a session, even if their parents have exited. */
export async function processesOf(sessionId: string): Promise<ProcessInfo[]> {
  const all = await systemTable.scan();
  return all.filter(({ mark }) => mark !== null && parseMark(mark)?.sessionId === sessionId);
}

/** A unique session id whose processes are killed when the test ends, even if it fails. */
export function guardedSession(name: string): string {
  const sessionId = `${name}-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
  onTestFinished(async () => {
    for (const left of await processesOf(sessionId)) {
      if (systemTable.runs(left)) process.kill(left.pid, 'SIGKILL');
    }
  });
  return sessionId;
}

/** Whether a process with this pid runs; zombies do not count. */
export async function runs(pid: number): Promise<boolean> {
  return (await systemTable.scan()).some((process) => process.pid === pid);
}
