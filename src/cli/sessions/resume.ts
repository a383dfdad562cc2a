import type { GreenroomClient, SessionInfo } from '../../client/index.js';
import { withClient } from '../daemon/connect.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { continueIn } from './continue-in.js';
import { findSession } from './find-session.js';
import type { ContinueFlags } from './resume-command.js';

/** Continues a conversation in a new session. */
export async function resume(given: string, flags: ContinueFlags): Promise<void> {
  await withClient(flags, async (client) => {
    const { agent } = flags;
    const earlier = await earlierSession(client, given, agent !== undefined);
    if (earlier) return continueIn(client, { earlier, resume: earlier.sessionId, fork: false }, flags);
    await continueIn(client, { earlier: null, resume: given, fork: false }, flags);
  });
}

/** The session of that id or native id; null if there is none and the agent is named, which may know more. */
async function earlierSession(
  client: GreenroomClient,
  given: string,
  isAgentNamed: boolean,
): Promise<SessionInfo | null> {
  try {
    return await findSession(client, given);
  } catch (error) {
    if (!(error instanceof UsageError) || error.exitCode !== EXIT.notFound) throw error;
    for await (const session of client.sessions.list()) if (session.nativeSessionId === given) return session;
    if (isAgentNamed) return null;
    throw new UsageError(
      `${error.message} If it is an id of the agent's own, name the agent with --agent`,
      EXIT.notFound,
    );
  }
}
