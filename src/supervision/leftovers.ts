import { cgroupsLeftBy } from './cgroup.js';
import { parseMark } from './marker.js';
import { selfAndAncestors } from './members.js';
import { type ProcessId, type ProcessInfo, systemTable } from './process-table.js';
import { type EndTreeOptions, endTree } from './tree.js';

export interface LeftoverOptions extends Partial<Pick<EndTreeOptions, 'graceMs' | 'table' | 'clock'>> {
  /** The starting daemon, see `ownerOf`. */
  owner: string;
  /** By which versions up to 0.3 marked their processes. */
  installationId: string;
}

/**
 * Ends the processes that a killed daemon on the same data folder left behind. To be called before the first agent is
 * started: the agents of this daemon have the same owner. Returns those that could not be ended.
 */
export async function endLeftovers(options: LeftoverOptions): Promise<ProcessId[]> {
  const { owner, installationId, graceMs = 2_000, table = systemTable, ...rest } = options;
  const isInUse = hasDaemon(await table.scan(), installationId);
  const owners = isInUse ? [owner] : [owner, installationId];
  return endTree({ graceMs, table, ...rest, mark: { owners }, cgroup: cgroupsLeftBy(owner) });
}

/**
 * Whether a daemon of an earlier version runs on a folder with this id, of which ours is a copy: then one of the
 * processes has a parent that is neither one of them nor adopts orphans. Those who adopt are our own ancestors.
 */
function hasDaemon(processes: readonly ProcessInfo[], installationId: string): boolean {
  const table = new Map(processes.map((process) => [process.pid, process]));
  const adopters = selfAndAncestors(table, process.pid);
  const isMarked = ({ mark }: ProcessInfo) => mark !== null && parseMark(mark)?.owner === installationId;
  return processes.filter(isMarked).some(({ ppid }) => {
    const parent = table.get(ppid);
    return parent !== undefined && !adopters.has(ppid) && !isMarked(parent);
  });
}
