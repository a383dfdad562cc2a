import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { GreenroomClient } from '../../client/index.js';
import { withClient } from '../daemon/connect.js';
import { UsageError } from '../usage-error.js';
import type { RecordFlags } from './record-command.js';

/** Writes the recording of a session; a file is there as a whole or not at all. */
export async function record(session: string, flags: RecordFlags): Promise<void> {
  await withClient(flags, (client) => write(client, session, flags));
}

async function write(client: GreenroomClient, session: string, flags: RecordFlags): Promise<void> {
  const path = { sessionId: session };
  const body = await client.http.stream('GET /v1/sessions/:sessionId/recording', { path });
  const content = Readable.fromWeb(body as ReadableStream);
  const { output = `${session}.greenroom.ndjson` } = flags;
  if (output === '-') return pipeline(content, process.stdout, { end: false });
  const unfinished = `${output}.part`;
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new UsageError(`cannot write ${output}: ${(error as Error).message}`);
  }
  console.log(`${output}\nLook at it before you share it: it has the whole conversation.`);
}
