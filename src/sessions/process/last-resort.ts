const running = new Set<number>();

function killAll(): void {
  for (const pid of running) killGroup(pid);
}

/** Kills a process group; a group that is gone is no error. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}

/**
 * Kills the process's group if the daemon exits before it, by an exception say. An agent has a process group of
 * its own, so nothing else would. What left that group is ended by the next daemon, see `endLeftovers`.
 * Returns how to take it back.
 */
export function killOnExit(pid: number): () => void {
  if (running.size === 0) process.on('exit', killAll);
  running.add(pid);
  return () => {
    if (running.delete(pid) && running.size === 0) process.off('exit', killAll);
  };
}
