import { withClient } from '../daemon/connect.js';
import { findSessionId } from '../sessions/find-session.js';
import { writeOutput } from '../terminal/write-output.js';
import type { RecordFlags } from './record-command.js';

/** Writes the recording of a session; a file is there as a whole or not at all. */
export async function record(given: string, flags: RecordFlags): Promise<void> {
  await withClient(flags, async (client) => {
    const sessionId = await findSessionId(client, given);
    const { output = `${sessionId}.greenroom.ndjson` } = flags;
    const path = { sessionId };
    await writeOutput(output, await client.http.stream('GET /v1/sessions/:sessionId/recording', { path }));
    if (output !== '-')
      console.log(`${output}\nLook at it before you share it: it has the whole conversation.`);
  });
}
