import { useEffect } from 'react';
import type { SessionInfo } from '../../client/index.js';
import icon from '../icon.svg';
import waitingIcon from '../icon-waiting.svg';

/** How many sessions wait for a human is seen from other tabs too, and so is that one does. */
export function usePageTitle(sessions: readonly SessionInfo[]): void {
  const waiting = sessions.filter(({ status }) => status === 'waiting').length;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Waiting for you · Greenroom` : 'Greenroom';
    document.querySelector('link[rel=icon]')?.setAttribute('href', waiting > 0 ? waitingIcon : icon);
  }, [waiting]);
}
