const running = new Set<number>();

function killAll(): void {
  for (const pid of running) killGroup(pid);
}

/** Kills a process group; ignores one that no longer exists. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}

/**
 * Kills the process's group if the daemon exits first, for example after an exception: an agent has its own process
 * group, so nothing else would. Processes that left the group are ended by the next daemon, see `endLeftovers`. Returns
 * a function that cancels it.
 */
export function killOnExit(pid: number): () => void {
  if (running.size === 0) process.on('exit', killAll);
  running.add(pid);
  return () => {
    if (running.delete(pid) && running.size === 0) process.off('exit', killAll);
  };
}
