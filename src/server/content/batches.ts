import type { Batch, EventLog } from '../../log/index.js';
import { nextSlice } from '../../sessions/index.js';

/** The amount processed before others have their turn. */
const CHUNK_CHARS = 256 * 1024;

/** All batches of a session's log, read in chunks. */
export async function* batches(log: EventLog, sessionId: string, raw: boolean): AsyncGenerator<Batch> {
  for (let after = 0; ; await nextSlice()) {
    const read = await log.read(sessionId, after, { chars: CHUNK_CHARS, raw });
    if (read.length === 0) return;
    yield* read;
    after = read.at(-1)!.last;
  }
}
