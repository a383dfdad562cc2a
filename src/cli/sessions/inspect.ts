import { print } from '../terminal/output.js';
import type { InspectFlags } from './inspect-command.js';
import { requestsOf } from './listed.js';
import { sessionSheet } from './session-sheet.js';
import { withSession } from './with-session.js';

/** Prints everything about a session. */
export async function inspect(given: string, flags: InspectFlags): Promise<void> {
  await withSession(given, flags, async ({ client, session, info }) => {
    if (flags.json) return print(info, flags, () => '');
    const requests = await requestsOf(client, info);
    const queue = info.queued > 0 ? await session.queue() : null;
    print(info, flags, () => sessionSheet({ info, requests, queue }));
  });
}
