import type { EventOf, UniversalEvent } from '../../src/schema/index.js';
import type { TestDaemon } from './daemon.js';
import { readSse } from './sse-client.js';

/** Waits for a matching event; returns all events up to it. */
export function eventsUntil(
  daemon: TestDaemon,
  sessionId: string,
  isLast: (event: UniversalEvent) => boolean,
): Promise<UniversalEvent[]> {
  const headers: Record<string, string> = daemon.token ? { authorization: `Bearer ${daemon.token}` } : {};
  return readSse(`${daemon.url}/v1/sessions/${sessionId}/events/sse`, isLast, headers);
}

/** Waits for the nth event of a type. */
export async function nth<T extends UniversalEvent['type']>(
  daemon: TestDaemon,
  sessionId: string,
  type: T,
  count = 1,
): Promise<EventOf<T>> {
  let seen = 0;
  const events = await eventsUntil(daemon, sessionId, (event) => event.type === type && ++seen === count);
  return events.at(-1) as EventOf<T>;
}

/** Sends a message to an idle session and waits for the end of its turn; returns the turn's events. */
export async function turn(
  daemon: TestDaemon,
  sessionId: string,
  message: string,
): Promise<UniversalEvent[]> {
  const { lastSequence } = await daemon.call<{ lastSequence: number }>('GET', `/v1/sessions/${sessionId}`);
  await daemon.say(sessionId, message);
  const events = await eventsUntil(
    daemon,
    sessionId,
    ({ type, sequence }) => type === 'turn.ended' && sequence > lastSequence,
  );
  return events.slice(lastSequence);
}
