import { useEffect, useRef } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { nameOf } from '../sessions/format.js';
import { navigate } from '../shell/route.js';
import { notificationsState } from './wanted.js';

type Status = SessionInfo['status'];

/** Notifies of sessions that wait or have finished while the page is hidden. */
export function useNotifications(sessions: readonly SessionInfo[]): void {
  const known = useRef(new Map<string, Status>());
  useEffect(() => {
    for (const session of sessions) {
      const before = known.current.get(session.sessionId);
      known.current.set(session.sessionId, session.status);
      const news = before === undefined ? null : newsOf(before, session);
      if (news !== null && document.hidden && notificationsState() === 'on') notify(session, news);
    }
  }, [sessions]);
}

function newsOf(before: Status, { status, endReason }: SessionInfo): string | null {
  if (status === before) return null;
  if (status === 'waiting') return 'Waiting for you';
  const wasAtWork = before === 'running' || before === 'starting';
  if (status === 'idle') return before === 'running' ? 'Finished' : null;
  if (status !== 'ended' || endReason === 'terminated') return null;
  return endReason === 'error' ? 'Crashed' : wasAtWork ? 'Finished' : null;
}

function notify(session: SessionInfo, body: string): void {
  const { sessionId } = session;
  // A later one replaces an earlier one of the same session.
  const shown = new Notification(nameOf(session), { body, tag: sessionId });
  shown.onclick = () => {
    window.focus();
    navigate({ sessionId });
    shown.close();
  };
}
