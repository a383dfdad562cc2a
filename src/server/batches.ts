import type { Batch, EventLog } from '../log/index.js';

const CHUNK = 1024 * 1024;

/** A whole log, a piece at a time. */
export async function* batches(log: EventLog, sessionId: string, raw: boolean): AsyncGenerator<Batch> {
  for (let after = 0; ; ) {
    const read = await log.read(sessionId, after, { chars: CHUNK, raw });
    if (read.length === 0) return;
    yield* read;
    after = read.at(-1)!.last;
  }
}
