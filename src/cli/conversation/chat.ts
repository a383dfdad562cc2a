import { connect } from '../daemon/connect.js';
import { ensureDaemon } from '../daemon/ensure-daemon.js';
import { EXIT } from '../exit-codes.js';
import { canRedraw } from '../terminal/look.js';
import { UsageError } from '../usage-error.js';
import { converse } from './converse.js';
import type { SessionFlags } from './flags.js';
import { createSession, readWords } from './new-session.js';

/** Has a conversation in a new session. */
export async function chat(agent: string | undefined, flags: SessionFlags): Promise<void> {
  if (!process.stdin.isTTY || !canRedraw(process.stdout))
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
    if (!terminal.hasContent && !terminal.transcript.ended) await session.delete();
  } finally {
    client.close();
  }
}
