import { connect } from '../daemon/connect.js';
import { ensureDaemon } from '../daemon/ensure-daemon.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { converse } from './converse.js';
import type { SessionFlags } from './flags.js';
import { createSession, readWords } from './new-session.js';

/** Has a conversation in a new session. */
export async function chat(agent: string | undefined, flags: SessionFlags): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError('a conversation needs a terminal; without one, use: greenroom run', EXIT.usage);
  await ensureDaemon(flags);
  const client = await connect(flags);
  try {
    const words = await readWords(client, [], agent === undefined ? flags : { agent });
    const session = await createSession(client, words.agent, flags);
    const terminal = await converse({
      ...{ client, session, info: session.created, past: [], requests: null },
      ...{ isReadOnly: false, hint: words.hint },
    });
    // Nobody misses a session in which nothing was said.
    const { turns, ended } = terminal.transcript;
    if (turns.length === 0 && !ended && terminal.queue.entries.length === 0) await session.delete();
  } finally {
    client.close();
  }
}
