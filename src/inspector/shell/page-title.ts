import { useEffect } from 'react';
import type { SessionInfo } from '../../client/index.js';
import icon from '../icon.svg';
import waitingIcon from '../icon-waiting.svg';

/** Shows the number of waiting sessions in the title, and a badge on the icon. */
export function usePageTitle(sessions: readonly SessionInfo[]): void {
  const waiting = sessions.filter(({ status }) => status === 'waiting').length;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Waiting for you · Greenroom` : 'Greenroom';
    document.querySelector('link[rel=icon]')?.setAttribute('href', waiting > 0 ? waitingIcon : icon);
  }, [waiting]);
}
