import { type Clock, systemClock } from './clock.js';
import { type MarkPattern, markMatcher } from './marker.js';
import { membersOf } from './members.js';
import { idKey, type ProcessId, type ProcessInfo, type ProcessTable, systemTable } from './process-table.js';

/** Between scans of the whole table, only the processes that were found are looked at. */
const scanEveryMs = 200;
const shortestPauseMs = 5;
const longestPauseMs = 50;

export interface EndTreeOptions {
  /** Running processes that are ended with all that descend from them. */
  roots?: readonly number[];
  /** Roots that have exited by themselves: what they left in their group or session is ended. */
  groups?: readonly number[];
  mark: MarkPattern;
  /** How long they may take to end by themselves after SIGTERM. */
  graceMs: number;
  /** How long SIGKILL may take before we give up, as with a process that waits for a disk. */
  killMs?: number;
  table?: ProcessTable;
  clock?: Clock;
}

type Sent = 'sent' | 'gone' | 'refused';

function send(table: ProcessTable, target: ProcessId, signal: NodeJS.Signals): Sent {
  // Looked up again right before, so that the number was not given away since the scan.
  if (!table.runs(target)) return 'gone';
  try {
    process.kill(target.pid, signal);
    // One that is stopped hears SIGTERM only when it goes on.
    if (signal === 'SIGTERM') process.kill(target.pid, 'SIGCONT');
    return 'sent';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'refused' : 'gone';
  }
}

/** Waits until the processes are gone, until it is time for another scan, or until the given moment. */
async function pause(processes: readonly ProcessId[], until: number, table: ProcessTable, clock: Clock) {
  const end = Math.min(until, clock.now() + scanEveryMs);
  let ms = shortestPauseMs;
  do {
    await clock.sleep(Math.max(1, Math.min(ms, end - clock.now())));
    ms = Math.min(ms * 1.5, longestPauseMs);
  } while (clock.now() < end && processes.some((process) => table.runs(process)));
}

/**
 * Ends every process of a tree: SIGTERM to each once, also to those that appear later, and after the grace
 * SIGKILL until none is left. A process that forks while the table is read can be missed by one scan: only two
 * in a row that find nothing are believed. Returns what could not be ended.
 */
export async function endTree(options: EndTreeOptions): Promise<ProcessId[]> {
  const { roots = [], groups = [], mark, graceMs, killMs = 5_000 } = options;
  const { table = systemTable, clock = systemClock } = options;
  const killAt = clock.now() + graceMs;
  const giveUpAt = killAt + killMs;
  // What was found once stays ours, also when its parent ends and nothing else tells whose it was.
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
    const members = membersOf(processes, tree);
    for (const member of members) known.add(idKey(member));
    const left = members.filter((member) => !refused.has(idKey(member)));
    if (left.length === 0) {
      emptyScans++;
      if (emptyScans === 2) return identities(members);
      continue;
    }
    emptyScans = 0;
    const now = clock.now();
    if (now >= giveUpAt) return identities(members);
    for (const member of left) {
      const key = idKey(member);
      if (now < killAt && asked.has(key)) continue;
      asked.add(key);
      if (send(table, member, now < killAt ? 'SIGTERM' : 'SIGKILL') === 'refused') refused.add(key);
    }
    await pause(left, now < killAt ? killAt : giveUpAt, table, clock);
  }
}

function identities(processes: readonly ProcessInfo[]): ProcessId[] {
  return processes.map(({ pid, start }) => ({ pid, start }));
}

/**
 * Ends what a killed daemon of the same installation left behind. To be called before the first agent is started:
 * it cannot tell those of this daemon from the others.
 */
export function endLeftovers(
  installationId: string,
  options: Partial<Omit<EndTreeOptions, 'roots' | 'groups' | 'mark'>> = {},
): Promise<ProcessId[]> {
  return endTree({ graceMs: 2_000, ...options, mark: { installationId } });
}
