import { useEffect } from 'react';
import type { SessionInfo } from '../../client/index.js';

/** How many sessions wait for a human is seen from other tabs too. */
export function usePageTitle(sessions: readonly SessionInfo[]): void {
  const waiting = sessions.filter(({ status }) => status === 'waiting').length;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Waiting for you · Greenroom` : 'Greenroom';
  }, [waiting]);
}
