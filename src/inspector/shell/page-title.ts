import { useEffect } from 'react';
import type { SessionInfo } from '../../client/index.js';
import icon from '../icon.svg';
import waitingIcon from '../icon-waiting.svg';
import { nameOf } from '../sessions/format.js';

/** Names the open session in the title, and the number of waiting ones, which also puts a badge on the icon. */
export function usePageTitle(sessions: readonly SessionInfo[], selected: string | null): void {
  const waiting = sessions.filter(({ status }) => status === 'waiting').length;
  const open = sessions.find(({ sessionId }) => sessionId === selected);
  const title = titleOf(open ?? null, waiting);
  useEffect(() => {
    document.title = title;
    document.querySelector('link[rel=icon]')?.setAttribute('href', waiting > 0 ? waitingIcon : icon);
  }, [title, waiting]);
}

function titleOf(open: SessionInfo | null, waiting: number): string {
  const count = waiting > 0 ? `(${waiting}) ` : '';
  if (!open) return waiting > 0 ? `${count}Waiting for you · Greenroom` : 'Greenroom';
  const status = open.status === 'waiting' ? 'Waiting: ' : '';
  return `${count}${status}${nameOf(open)} · Greenroom`;
}
