import type { Transcript } from '../../../client/index.js';

/** The number of sub-agents at work, including those that wait for a human. */
export function runningThreads({ threads }: Transcript): number {
  let running = 0;
  for (const { status } of threads.values()) if (status === 'running' || status === 'waiting') running++;
  return running;
}
