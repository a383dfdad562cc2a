import { withClient } from '../daemon/connect.js';
import { print } from '../terminal/output.js';
import { findSessionId } from './find-session.js';
import type { InterruptFlags } from './interrupt-command.js';

export async function interrupt(given: string, { thread, ...flags }: InterruptFlags): Promise<void> {
  await withClient(flags, async (client) => {
    const sessionId = await findSessionId(client, given);
    await client.session(sessionId).interrupt(thread === undefined ? {} : { threadId: thread });
    print({ sessionId }, flags, () => sessionId);
  });
}
