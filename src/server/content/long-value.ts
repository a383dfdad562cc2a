import type { EventLog } from '../../log/index.js';

/** A long value as pieces of JSON, of which the first was found. */
export async function* longValue(
  log: Pick<EventLog, 'longValue'>,
  sessionId: string,
  valueId: string,
  first: string,
): AsyncGenerator<string> {
  let text: string | null = first;
  for (let part = 1; text !== null; part++) {
    yield text;
    text = await log.longValue(sessionId, valueId, part);
  }
}
