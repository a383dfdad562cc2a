import type { Cgroup } from './cgroup.js';
import { type MarkPattern, markMatcher } from './marker.js';
import { membersOf } from './members.js';
import { type MonotonicClock, monotonicClock } from './monotonic-clock.js';
import { idKey, type ProcessId, type ProcessInfo, type ProcessTable, systemTable } from './process-table.js';

/** Between scans of the whole table, only known processes are checked. */
const SCAN_EVERY_MS = 200;
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

export interface EndTreeOptions {
  /** Running processes to end, with all their descendants. */
  roots?: readonly number[];
  /** Roots that have exited: the remains of their groups and sessions are ended. */
  groups?: readonly number[];
  /** Processes whose end is the end of others. They are not asked to exit, but do when those others have. */
  wrappers?: readonly number[];
  mark: MarkPattern;
  /** The control group of the processes; removed when they are gone. */
  cgroup?: Cgroup | null;
  /** How long they may take to exit after SIGTERM. */
  graceMs: number;
  /** How long SIGKILL may take before we give up, for example on a process that waits for a disk. */
  killMs?: number;
  table?: ProcessTable;
  clock?: MonotonicClock;
}

type Sent = 'sent' | 'gone' | 'refused';

function send(table: ProcessTable, target: ProcessId, signal: NodeJS.Signals): Sent {
  // Checked again right before, in case the pid was reused since the scan.
  if (!table.runs(target)) return 'gone';
  try {
    process.kill(target.pid, signal);
    // A stopped process receives SIGTERM only when it is continued.
    if (signal === 'SIGTERM') process.kill(target.pid, 'SIGCONT');
    return 'sent';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'refused' : 'gone';
  }
}

/** Waits until the processes have exited, the next scan is due, or the deadline is reached. */
async function pause(
  processes: readonly ProcessId[],
  until: number,
  table: ProcessTable,
  clock: MonotonicClock,
) {
  const end = Math.min(until, clock.now() + SCAN_EVERY_MS);
  let ms = SHORTEST_PAUSE_MS;
  do {
    await clock.sleep(Math.max(1, Math.min(ms, end - clock.now())));
    ms = Math.min(ms * 1.5, LONGEST_PAUSE_MS);
  } while (clock.now() < end && processes.some((process) => table.runs(process)));
}

/**
 * Ends every process of a tree: SIGTERM once to each, even to those that appear later, and after the grace period
 * SIGKILL until none is left. A single scan can miss a process that forks meanwhile, so it takes two empty ones in a
 * row. Returns the processes that could not be ended.
 */
export async function endTree(options: EndTreeOptions): Promise<ProcessId[]> {
  const { roots = [], groups = [], wrappers = [], mark, cgroup = null, graceMs, killMs = 5_000 } = options;
  const { table = systemTable, clock = monotonicClock } = options;
  const killAt = clock.now() + graceMs;
  const giveUpAt = killAt + killMs;
  // A process stays a member once found, even if its parent exits and no other criterion applies.
  const known = new Set<string>();
  const asked = new Set<string>();
  const refused = new Set<string>();
  const tree = { known, groups: [...roots, ...groups], marked: markMatcher(mark) };
  let firstScan = true;
  for (let emptyScans = 0; ; ) {
    const processes = await table.scan();
    if (firstScan)
      for (const process of processes) if (roots.includes(process.pid)) known.add(idKey(process));
    firstScan = false;
    const members = membersOf(processes, { ...tree, enclosed: new Set(cgroup?.pids()) });
    for (const member of members) known.add(idKey(member));
    const left = members.filter((member) => !refused.has(idKey(member)));
    if (left.length === 0) {
      emptyScans++;
      if (emptyScans < 2) continue;
      cgroup?.remove();
      return identities(members);
    }
    emptyScans = 0;
    const now = clock.now();
    if (now >= giveUpAt) return identities(members);
    if (now >= killAt) cgroup?.kill();
    for (const member of left) {
      const key = idKey(member);
      if (now < killAt && (asked.has(key) || wrappers.includes(member.pid))) continue;
      asked.add(key);
      if (send(table, member, now < killAt ? 'SIGTERM' : 'SIGKILL') === 'refused') refused.add(key);
    }
    await pause(left, now < killAt ? killAt : giveUpAt, table, clock);
  }
}

function identities(processes: readonly ProcessInfo[]): ProcessId[] {
  return processes.map(({ pid, start }) => ({ pid, start }));
}
