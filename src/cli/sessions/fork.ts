import { continueIn } from './continue-in.js';
import type { ContinueFlags } from './resume-command.js';
import { withSession } from './with-session.js';

/** Continues a copy of a conversation in a new session. */
export async function fork(given: string, flags: ContinueFlags): Promise<void> {
  await withSession(given, flags, ({ client, info }) =>
    continueIn(client, { earlier: info, resume: info.sessionId, fork: true }, flags),
  );
}
