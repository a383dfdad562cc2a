import type { StateValue as MachineValue } from 'xstate';
import type { PendingRequests, SessionStatus, ThreadInfo } from '../../src/schema/index.js';
import type { SessionContext } from './context.js';
import { threadOf } from './requests.js';

export function statusOf(value: MachineValue): SessionStatus {
  if (value === 'starting') return 'starting';
  if (value === 'ended') return 'ended';
  if (typeof value === 'string') return 'running';
  const live = value.live as Record<'turn' | 'requests' | 'threads', MachineValue>;
  if (live.requests === 'waiting') return 'waiting';
  return live.turn === 'idle' && live.threads !== 'running' ? 'idle' : 'running';
}

export function threadsOf(context: SessionContext): ThreadInfo[] {
  const waiting = new Set(Object.values(context.pending).map(threadOf));
  return Object.values(context.threads).map(({ id, parent, title, startedAt }) => ({
    threadId: id,
    parentThreadId: parent,
    title,
    status: waiting.has(id) ? 'waiting' : 'running',
    startedAt,
  }));
}

export function pendingOf(context: SessionContext): PendingRequests {
  const pending: PendingRequests = { permissions: [], questions: [] };
  for (const request of Object.values(context.pending)) {
    if (request.kind === 'permission') pending.permissions.push(request.data);
    else pending.questions.push(request.data);
  }
  return pending;
}

/** Whether a restarted daemon has anything to close or to send. */
export function isUnsettled(context: SessionContext): boolean {
  if (context.ended) return false;
  const isOpen = context.turn !== null || context.open.size > 0 || !isEmpty(context.pending);
  return !context.started || isOpen || context.queue.length > 0;
}

function isEmpty(record: object): boolean {
  for (const _ in record) return false;
  return true;
}
