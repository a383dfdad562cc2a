import { withClient } from '../daemon/connect.js';
import { findSessionId } from './find-session.js';
import { forEachSession } from './for-each-session.js';
import type { KillFlags } from './kill-command.js';

/** Ends sessions with all processes of their agents. */
export async function killSessions(given: readonly string[], flags: KillFlags): Promise<void> {
  await withClient(flags, (client) =>
    forEachSession(given, flags, async (each) => {
      const sessionId = await findSessionId(client, each);
      await client.session(sessionId).terminate();
      return sessionId;
    }),
  );
}
