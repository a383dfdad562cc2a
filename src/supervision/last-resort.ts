/** Further things to kill, by the pid of the process. */
const running = new Map<number, () => void>();

function killAll(): void {
  for (const [pid, killMore] of running) {
    killGroup(pid);
    killMore();
  }
}

/** Kills a process group; ignores one that no longer exists. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}

/**
 * Kills the process's group if the daemon exits first, for example after an exception: an agent has its own process
 * group, so nothing else would. `killMore` is called as well. Processes that remain are ended by the next daemon, see
 * `endLeftovers`. Returns a function that cancels it.
 */
export function killOnExit(pid: number, killMore: () => void): () => void {
  if (running.size === 0) process.on('exit', killAll);
  running.set(pid, killMore);
  return () => {
    if (running.delete(pid) && running.size === 0) process.off('exit', killAll);
  };
}
