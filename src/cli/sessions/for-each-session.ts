import { GreenroomError } from '../../client/index.js';
import { reportError } from '../errors.js';
import type { OutputFlags } from '../terminal/output.js';
import { write } from '../terminal/write.js';

/**
 * Does something to one session after the other, and prints the id of each that it was done to; null: it was left alone.
 * After an error, which decides the exit code, it goes on with the others, unless there is no connection any more.
 */
export async function forEachSession<T>(
  given: Iterable<T> | AsyncIterable<T>,
  { json }: OutputFlags,
  work: (given: T) => Promise<string | null>,
): Promise<void> {
  const done: { sessionId: string }[] = [];
  for await (const each of given) {
    try {
      const sessionId = await work(each);
      if (sessionId === null) continue;
      done.push({ sessionId });
      if (!json) await write(`${sessionId}\n`);
    } catch (error) {
      if (GreenroomError.is(error, 'disconnected')) throw error;
      reportError(error, false);
    }
  }
  if (json) await write(`${JSON.stringify(done, null, 2)}\n`);
}
