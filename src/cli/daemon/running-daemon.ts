import { isFolderLocked, readOwner } from '../../log/index.js';
import { addressesIn } from './addresses-in.js';

/** The daemon that runs on a data folder of this machine. */
export interface RunningDaemon {
  pid: number;
  /** ISO 8601. */
  startedAt: string;
  /** Null while it starts. */
  url: string | null;
  /** Besides the address. */
  socket: string | null;
}

/** Null if none runs: what one that was killed has left does not count. */
export function runningDaemon(data: string): RunningDaemon | null {
  const owner = readOwner(data);
  if (owner === null || !isFolderLocked(data)) return null;
  const { pid, startedAt, description } = owner;
  const [url = null, socket = null] = addressesIn(description);
  return { pid, startedAt, url, socket };
}
