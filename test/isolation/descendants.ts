import { type ProcessInfo, systemTable } from '../../src/supervision/index.js';

/** A process and those that descend from it: in a namespace of its own, whatever they have left to escape. */
export async function descendants(pid: number): Promise<ProcessInfo[]> {
  const all = await systemTable.scan();
  const members = new Set([pid]);
  for (const process of all.sort((one, other) => one.start - other.start || one.pid - other.pid))
    if (members.has(process.ppid)) members.add(process.pid);
  return all.filter((process) => members.has(process.pid));
}
