import { duration } from '../../../text/amounts.js';
import { useNow } from '../../sessions/use-now.js';

/** How long something has been running, counted every second. The first second says nothing. */
export function Elapsed({ since }: { since: string }) {
  const seconds = Math.floor((useNow(1000) - Date.parse(since)) / 1000);
  if (seconds < 1) return null;
  return <time>{seconds < 60 ? `${seconds} s` : duration(seconds * 1000)}</time>;
}
