import type { SessionInfo } from '../../client/index.js';

const steps: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
];

/** `5 min`, `2 h`, `3 d`. */
export function age(since: number, now: number): string {
  const seconds = Math.max(0, (now - since) / 1000);
  for (const [size, unit] of steps) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`;
  return 'now';
}

/** The title, else the id. */
export function nameOf({ title, sessionId }: Pick<SessionInfo, 'title' | 'sessionId'>): string {
  return title || sessionId;
}

export function countOfThreads(count: number): string {
  return count === 1 ? '1 sub-agent' : `${count} sub-agents`;
}

const statusLabels: Record<SessionInfo['status'], string> = {
  starting: 'Starting',
  idle: 'Idle',
  running: 'Running',
  waiting: 'Waiting for you',
  ended: 'Ended',
  damaged: 'Damaged',
};

const endLabels: Record<NonNullable<SessionInfo['endReason']>, string> = {
  completed: 'Finished',
  error: 'Crashed',
  terminated: 'Terminated',
};

/** The status, and of a session that has ended the reason, where it is known. */
export function statusLabel({ status, endReason }: Pick<SessionInfo, 'status' | 'endReason'>): string {
  return status === 'ended' && endReason ? endLabels[endReason] : statusLabels[status];
}

/** Whether every search word occurs in the session's name, agent, folder, model or status. */
export function matches(session: SessionInfo, search: string): boolean {
  const { title, sessionId, agent, directory, model } = session;
  const text = [title, sessionId, agent, directory, model, statusLabel(session)].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
