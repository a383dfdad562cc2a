/** `process`: processes and the daemon's data are out of reach. `strict`: the file system is one of its own, too. */
export type IsolationMode = 'process' | 'strict';

/** The part of the machine that one isolated process sees. All paths are absolute, with links resolved. */
export interface IsolationPolicy {
  mode: IsolationMode;
  cwd: string;
  /** The session's folder: under `strict` the only one of the user's that it may write. Null if it is for no session. */
  directory: string | null;
  /** The daemon's data, of which it sees nothing but what the other fields name. */
  dataFolder: string;
  /** Other files of the daemon that it must not read. */
  hidden: readonly string[];
  /** The home of the user, which `strict` hides. */
  home: string;
  /** Files that it reads: its program with everything that belongs to it, and the session's own files. */
  readable: readonly string[];
  /** Places that it writes: its configuration and its state. */
  writable: readonly string[];
  /** Folders that it sees in another place, read-only. */
  moved: readonly { from: string; to: string }[];
  /** Links to programs that `strict` would hide. */
  links: readonly { path: string; target: string }[];
  /** Folders that are empty and its own under `strict`, besides the system's temporary ones. */
  temporary: readonly string[];
  /** The user who runs it. Root is restrained by capabilities instead of a user namespace. */
  uid: number;
}
