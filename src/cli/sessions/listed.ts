import {
  type GreenroomClient,
  GreenroomError,
  type PendingRequests,
  type SessionInfo,
} from '../../client/index.js';
import type { ListedSession } from './session-table.js';

/** Adds what sessions ask for. */
export function listed(client: GreenroomClient, sessions: readonly SessionInfo[]): Promise<ListedSession[]> {
  return Promise.all(sessions.map(async (info) => ({ info, requests: await requestsOf(client, info) })));
}

export async function requestsOf(
  client: GreenroomClient,
  { sessionId, status }: SessionInfo,
): Promise<PendingRequests | null> {
  if (status !== 'waiting') return null;
  try {
    return await client.session(sessionId).requests();
  } catch (error) {
    // It was deleted meanwhile.
    if (GreenroomError.is(error, 'session_not_found')) return null;
    throw error;
  }
}
