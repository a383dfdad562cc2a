import { EventSource } from 'eventsource';
import { onTestFinished } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';

/** Reads a session with a third-party SSE client until `isLast`; closed when the test ends. */
export function readSse(
  url: string,
  isLast: (event: UniversalEvent) => boolean,
  headers: Record<string, string> = {},
): Promise<UniversalEvent[]> {
  const source = new EventSource(url, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...headers } }),
  });
  onTestFinished(() => source.close());
  const events: UniversalEvent[] = [];
  let isDone = false;
  return new Promise((resolve, reject) => {
    source.onmessage = ({ data, lastEventId }) => {
      // Events of the same chunk are still delivered after close.
      if (isDone) return;
      const event = JSON.parse(data) as UniversalEvent;
      if (lastEventId !== String(event.sequence))
        reject(new Error(`id ${lastEventId} of event ${event.sequence}`));
      events.push(event);
      if (!isLast(event)) return;
      isDone = true;
      source.close();
      resolve(events);
    };
  });
}
