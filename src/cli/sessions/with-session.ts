import type { GreenroomClient, Session, SessionInfo } from '../../client/index.js';
import { withClient } from '../daemon/connect.js';
import type { DaemonFlags } from '../daemon/daemon-flags.js';
import { findSession } from './find-session.js';

export interface FoundSession {
  client: GreenroomClient;
  session: Session;
  /** As it was when it was found. */
  info: SessionInfo;
}

/** Connects, finds the session that a user names, and works with it. */
export function withSession<T>(
  given: string,
  flags: DaemonFlags,
  work: (found: FoundSession) => Promise<T>,
): Promise<T> {
  return withClient(flags, async (client) => {
    const info = await findSession(client, given);
    return work({ client, session: client.session(info.sessionId), info });
  });
}
