const FIRST_MS = 250;
const MOST_MS = 15_000;

/** Exponential back-off with jitter, so that the clients of a restarted daemon do not all reconnect at once. */
export function backoff(attempt: number, random: () => number): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random();
}
