import { useNow } from '../../sessions/use-now.js';
import { duration } from '../format.js';

/** Shorter times say nothing. */
const MIN_MS = 1000;

/** How long something has been running, counted every second. */
export function Elapsed({ since }: { since: string }) {
  const ms = useNow(1000) - Date.parse(since);
  return ms < MIN_MS ? null : <time>{duration(Math.floor(ms / 1000) * 1000)}</time>;
}
