import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Control groups (version 2) of an agent's processes, which stay in them whatever else they leave. */
export interface Cgroup {
  pids(): number[];
  /** Sends SIGKILL to all its processes at once, so that none can fork in between. */
  kill(): void;
  /** To be called when it is empty. */
  remove(): void;
}

/**
 * Puts a process, and whatever it starts from then on, into a control group of its own, below that of the daemon. Null
 * where there is none that the daemon may write. Asynchronous, since the kernel takes about ten milliseconds.
 */
export async function encloseInCgroup(
  pid: number,
  owner: string,
  parent = ownCgroup(),
): Promise<Cgroup | null> {
  if (parent === null) return null;
  const folder = join(parent, `${prefixOf(owner)}${pid}`);
  try {
    await mkdir(folder);
  } catch {
    return null;
  }
  const cgroup = cgroupOf(() => [folder]);
  try {
    await writeFile(join(folder, 'cgroup.procs'), String(pid));
    return cgroup;
  } catch {
    cgroup.remove();
    return null;
  }
}

/** The control groups that earlier daemons made for their agents, wherever those daemons ran. */
export function cgroupsLeftBy(owner: string, parent = ownCgroup()): Cgroup {
  const prefix = prefixOf(owner);
  const mount = mountPoint();
  if (mount === null) return cgroupOf(() => []);
  const known = new Set<string>();
  return cgroupOf(() => {
    for (const name of parent === null ? [] : subfolders(parent))
      if (name.startsWith(prefix)) known.add(join(parent!, name));
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const folder = leftBy(prefix, cgroupPath(pid));
      if (folder !== null) known.add(join(mount.folder, relative(mount.root, folder)));
    }
    return [...known];
  });
}

/** The part of a path up to the folder of an agent. */
function leftBy(prefix: string, path: string | null): string | null {
  const names = path?.split('/') ?? [];
  const at = names.findIndex((name) => name.startsWith(prefix));
  return at === -1 ? null : names.slice(0, at + 1).join('/');
}

/** A name that tells the daemon, by the owner in its marks. */
function prefixOf(owner: string): string {
  return `greenroom-${createHash('sha256').update(owner).digest('hex').slice(0, 16)}-`;
}

function cgroupOf(folders: () => string[]): Cgroup {
  return {
    pids: () => folders().flatMap(pidsIn),
    kill() {
      for (const folder of folders()) attempt(() => writeFileSync(join(folder, 'cgroup.kill'), '1'));
    },
    remove() {
      for (const folder of folders()) removeTree(folder);
    },
  };
}

/** Processes may have made groups of their own inside. */
function pidsIn(folder: string): number[] {
  const text = attempt(() => readFileSync(join(folder, 'cgroup.procs'), 'utf8')) ?? '';
  const own = text.split('\n').map(Number).filter(Boolean);
  return [...own, ...subfolders(folder).flatMap((name) => pidsIn(join(folder, name)))];
}

/** A group that still has processes is left. */
function removeTree(folder: string): void {
  for (const name of subfolders(folder)) removeTree(join(folder, name));
  attempt(() => rmdirSync(folder));
}

function subfolders(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

interface Mount {
  /** The group that is mounted. */
  root: string;
  folder: string;
}

/** Where the hierarchy of version 2 is mounted. */
function mountPoint(): Mount | null {
  const mounts = attempt(() => readFileSync('/proc/self/mountinfo', 'utf8'))?.split('\n') ?? [];
  const [, , , root, folder] = mounts.find((line) => line.includes(' - cgroup2 '))?.split(' ') ?? [];
  return root === undefined || folder === undefined ? null : { root, folder };
}

/** The group of a process in the hierarchy of version 2. */
function cgroupPath(pid: string): string | null {
  const lines = attempt(() => readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.split('\n') ?? [];
  return lines.find((line) => line.startsWith('0::'))?.slice('0::'.length) ?? null;
}

/** The folder of the daemon's own group. */
function ownCgroup(): string | null {
  const mount = mountPoint();
  const path = cgroupPath('self');
  return mount === null || path === null ? null : join(mount.folder, relative(mount.root, path));
}

/** Groups vanish at any time, and may belong to others. */
function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
