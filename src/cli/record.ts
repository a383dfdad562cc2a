import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { findDaemon } from './find-daemon.js';
import type { RecordFlags } from './record-command.js';
import { UsageError } from './usage-error.js';

/** Writes the recording of a session; a file is there as a whole or not at all. */
export async function record(session: string, flags: RecordFlags): Promise<void> {
  const { url, token } = await findDaemon(flags);
  const response = await fetch(`${url}/v1/sessions/${encodeURIComponent(session)}/recording`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  }).catch((error: Error) => {
    const { code = error.message } = (error.cause ?? {}) as { code?: string };
    throw new UsageError(`cannot reach the daemon at ${url} (${code}); is it running?`);
  });
  if (!response.ok) throw new UsageError(await refusal(response));
  const content = Readable.fromWeb(response.body as ReadableStream);
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

async function refusal(response: Response): Promise<string> {
  const { detail = response.statusText } = (await response.json().catch(() => ({}))) as { detail?: string };
  return response.status === 401 ? `${detail}; name the token with --token or GREENROOM_TOKEN` : detail;
}
