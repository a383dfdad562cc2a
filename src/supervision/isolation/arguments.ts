import { isInside } from './inside.js';
import type { IsolationPolicy } from './policy.js';

type Kind = 'file' | 'folder';
/** The kind of thing at a path; null for a link, or if there is nothing. */
export type Look = (path: string) => Kind | null;

interface Mount {
  /** Bubblewrap's option with its arguments but the last. */
  how: readonly string[];
  at: string;
}

/**
 * The capabilities that root keeps: enough to work with files and to start programs as other users. Not CAP_SYS_ADMIN, with
 * which it could take away the mounts that hide something.
 */
const rootCapabilities = [
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_FOWNER',
  'CAP_FSETID',
  'CAP_KILL',
  'CAP_NET_BIND_SERVICE',
  'CAP_SETFCAP',
  'CAP_SETGID',
  'CAP_SETPCAP',
  'CAP_SETUID',
];

/** Where the kernel's settings are writable, they are a way to run programs outside, for example as a core handler. */
const kernelSettings = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus'];

/** Other people's files, and the sockets of services. */
const hiddenByStrict = ['/home', '/root', '/mnt', '/media', '/srv', '/run', '/tmp', '/var/tmp'];

/** `/etc/resolv.conf` may be a link into one of these. */
const resolvers = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager', '/run/nscd'];

/** Bubblewrap's arguments for a policy, without the program to run. */
export function bubblewrapArguments(policy: IsolationPolicy, look: Look): string[] {
  const mounts = policy.mode === 'strict' ? ownFileSystem(policy, look) : sharedFileSystem(policy, look);
  return [
    // Its death is the end of everything inside, and it dies with the daemon.
    '--die-with-parent',
    '--unshare-pid',
    ...(policy.mode === 'strict' ? ['--unshare-ipc'] : []),
    ...(policy.uid === 0 ? withoutPrivileges() : []),
    ...inOrder(mounts).flatMap(({ how, at }) => [...how, at]),
    // Otherwise, files written to a hidden folder would be lost.
    ...(look(policy.dataFolder) === null ? [] : ['--remount-ro', policy.dataFolder]),
    '--chdir',
    policy.cwd,
  ];
}

/**
 * Bubblewrap mounts in the order of its arguments, and a mount covers what was there before. So outer folders come
 * first: `/proc` after `/`, or the host's processes would be seen; what is hidden in a folder, after the folder.
 */
function inOrder(mounts: readonly Mount[]): Mount[] {
  return [...mounts].sort((one, other) => depth(one.at) - depth(other.at));
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}

function withoutPrivileges(): string[] {
  return ['--cap-drop', 'ALL', ...rootCapabilities.flatMap((name) => ['--cap-add', name])];
}

function sharedFileSystem(policy: IsolationPolicy, look: Look): Mount[] {
  return [
    { how: ['--dev-bind', '/'], at: '/' },
    // Root could open the disk itself, with everything that is hidden from it.
    ...(policy.uid === 0 ? [{ how: ['--dev'], at: '/dev' }, ...bind('--bind', '/dev/shm', look)] : []),
    ...ownProcesses(policy, look),
    ...serviceManagers(policy).flatMap((path) => hide(path, look)),
    ...[policy.dataFolder, ...policy.hidden].flatMap((path) => hide(path, look)),
    ...shown(policy, look).filter(({ at }) => isInside(at, policy.dataFolder)),
  ];
}

function ownFileSystem(policy: IsolationPolicy, look: Look): Mount[] {
  const hidden = new Set([...hiddenByStrict, policy.home, policy.dataFolder]);
  return [
    { how: ['--ro-bind', '/'], at: '/' },
    { how: ['--dev'], at: '/dev' },
    ...ownProcesses(policy, look),
    ...[...hidden, ...policy.hidden].flatMap((path) => hide(path, look)),
    ...resolvers.flatMap((path) => bind('--ro-bind', path, look)),
    ...policy.temporary.map((at) => ({ how: ['--tmpfs'], at })),
    ...shown(policy, look),
    ...policy.links
      .filter(({ path }) => [...hidden].some((folder) => isInside(path, folder)))
      .map(({ path, target }) => ({ how: ['--symlink', target], at: path })),
  ];
}

function ownProcesses({ uid }: IsolationPolicy, look: Look): Mount[] {
  // Others than root may not write the settings anyway, and may start sandboxes of their own if nothing covers them.
  const readOnly = uid === 0 ? [...kernelSettings, '/sys'] : ['/sys'];
  return [{ how: ['--proc'], at: '/proc' }, ...readOnly.flatMap((path) => bind('--ro-bind', path, look))];
}

/** They would start a process outside of every isolation for whoever asks. */
function serviceManagers({ uid }: IsolationPolicy): string[] {
  const own = `/run/user/${uid}`;
  return [`${own}/bus`, `${own}/systemd`, '/run/systemd/private', '/run/dbus/system_bus_socket'];
}

function hide(path: string, look: Look): Mount[] {
  const kind = look(path);
  if (kind === null) return [];
  return [{ how: kind === 'folder' ? ['--tmpfs'] : ['--ro-bind', '/dev/null'], at: path }];
}

function shown(policy: IsolationPolicy, look: Look): Mount[] {
  const { readable, writable, moved, directory, dataFolder } = policy;
  // Its own folder is writable, unless it is the one that has to be hidden.
  const own = directory === null || directory === dataFolder ? [] : [directory];
  return [
    ...readable.flatMap((path) => bind('--ro-bind', path, look)),
    ...moved.flatMap(({ from, to }) => bind('--ro-bind', from, look, to)),
    ...[...writable, ...own].flatMap((path) => bind('--bind', path, look)),
  ];
}

function bind(option: string, from: string, look: Look, at = from): Mount[] {
  return look(from) === null ? [] : [{ how: [option, from], at }];
}
