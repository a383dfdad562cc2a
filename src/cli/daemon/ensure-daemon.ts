import type { DaemonFlags } from './daemon-flags.js';
import { findDaemon } from './find-daemon.js';

/** Starts a daemon if none runs. One that `--url` names is somebody else's to start. */
export async function ensureDaemon(flags: DaemonFlags): Promise<void> {
  await findDaemon(flags);
}
