const FIRST_MS = 250;
const MOST_MS = 15_000;

/**
 * How long to wait before the next try: twice as long each time, and never all at the same moment when a daemon that
 * many clients were connected to comes back.
 */
export function backoff(attempt: number, random: () => number): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random();
}
