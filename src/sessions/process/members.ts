import { idKey, type ProcessInfo } from './process-table.js';

/** What makes a process part of a tree. */
export interface Membership {
  /** Identities that are part of it already, see `idKey`. */
  known: ReadonlySet<string>;
  /** The numbers of its process groups and sessions, which are those of its roots. */
  groups: readonly number[];
  marked: (mark: string) => boolean;
}

/** The daemon and all above it: what nobody wants to end, whatever they are marked with. */
function spared(table: ReadonlyMap<number, ProcessInfo>, self: number): Set<number> {
  const spare = new Set([0, 1]);
  for (let pid = self; !spare.has(pid); pid = table.get(pid)?.ppid ?? 0) spare.add(pid);
  return spare;
}

/** The processes of a tree: known, marked or of its groups, and all that descend from them. */
export function membersOf(
  processes: readonly ProcessInfo[],
  tree: Membership,
  self = process.pid,
): ProcessInfo[] {
  const table = new Map(processes.map((process) => [process.pid, process]));
  const spare = spared(table, self);
  // A leader that runs and is not known was given the number of one that is gone: its group is a stranger's.
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
      groups.has(process.pgid) ||
      (process.sid !== null && groups.has(process.sid)) ||
      (process.mark !== null && tree.marked(process.mark));
    if (belongs) members.add(process);
  }
  // A set is walked in the order of insertion, also over what is added on the way.
  for (const parent of members) {
    for (const child of children.get(parent.pid) ?? []) {
      // Read at another moment, the parent's number may have been given to a younger process.
      if (child.start >= parent.start) members.add(child);
    }
  }
  return [...members];
}
