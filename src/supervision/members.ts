import { idKey, type ProcessInfo } from './process-table.js';

/** The criteria by which processes belong to a tree. */
export interface Membership {
  /** Known members, see `idKey`. */
  known: ReadonlySet<string>;
  /** The ids of its process groups and sessions, which are the pids of its roots. */
  groups: readonly number[];
  marked: (mark: string) => boolean;
  /** The pids in its control group. */
  enclosed: ReadonlySet<number>;
}

/** The daemon and its ancestors, which are never ended, whatever their marks. */
export function selfAndAncestors(table: ReadonlyMap<number, ProcessInfo>, self: number): Set<number> {
  const spare = new Set([0, 1]);
  for (let pid = self; !spare.has(pid); pid = table.get(pid)?.ppid ?? 0) spare.add(pid);
  return spare;
}

/** The processes of a tree: known, marked, or in its groups, and all their descendants. */
export function membersOf(
  processes: readonly ProcessInfo[],
  tree: Membership,
  self = process.pid,
): ProcessInfo[] {
  const table = new Map(processes.map((process) => [process.pid, process]));
  const spare = selfAndAncestors(table, self);
  // An unknown group leader has reused the pid of an exited root, so its group is unrelated.
  const groups = new Set(
    tree.groups.filter((number) => {
      const leader = table.get(number);
      return leader === undefined || tree.known.has(idKey(leader));
    }),
  );
  const children = new Map<number, ProcessInfo[]>();
  const members = new Set<ProcessInfo>();
  for (const process of processes) {
    if (spare.has(process.pid)) continue;
    const siblings = children.get(process.ppid);
    if (siblings) siblings.push(process);
    else children.set(process.ppid, [process]);
    const belongs =
      tree.known.has(idKey(process)) ||
      tree.enclosed.has(process.pid) ||
      groups.has(process.pgid) ||
      (process.sid !== null && groups.has(process.sid)) ||
      (process.mark !== null && tree.marked(process.mark));
    if (belongs) members.add(process);
  }
  // A set iterates in insertion order and includes elements added on the way.
  for (const parent of members) {
    for (const child of children.get(parent.pid) ?? []) {
      // The parent's pid may have been reused by a younger process since.
      if (child.start >= parent.start) members.add(child);
    }
  }
  return [...members];
}
