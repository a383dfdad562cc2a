import { expect, it } from 'vitest';
import { watchBacklog } from '../support/backlog-peak.js';
import { testDaemon } from '../support/daemon.js';
import { SlowLog } from '../support/slow-log.js';
import { exchange, soundEvents } from './lives.js';
import { guardedSession } from './processes.js';

const LIMIT = 256 * 1024;
/** The size of a chunk of output as events: 64 KiB of short lines, each kept with the event that follows from it. */
const CHUNK = 400 * 1024;
/** Chunks that were read already when reading stops: the current one, and those that the stream holds. */
const CHUNKS = 4;

it('an agent that writes faster than the log is not read until its events are stored, and loses none', async () => {
  const peak = watchBacklog();
  const daemon = await testDaemon({ log: async () => new SlowLog(), limits: { uncommittedChars: LIMIT } });
  const sessionId = guardedSession('flood');
  await daemon.create(sessionId);
  const events = await exchange(daemon, sessionId, 'burst 20000 64');
  const numbers = events.flatMap((event) =>
    event.type === 'item.delta' && event.source === 'agent' ? [Number.parseInt(event.data.delta, 10)] : [],
  );
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
  expect(peak()).toBeGreaterThan(LIMIT);
  expect(peak()).toBeLessThan(LIMIT + CHUNKS * CHUNK);
  await soundEvents(daemon, sessionId);
});
