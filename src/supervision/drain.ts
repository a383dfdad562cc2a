import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MonotonicClock } from './monotonic-clock.js';

/** The total time limit as a multiple of the silence, for streams that another process keeps writing to. */
const LONGEST = 10;

/**
 * Reads the streams of an exited process to their end. Its descendants may hold them open forever, so they are closed
 * after a period of silence.
 */
export async function drain(
  streams: readonly Readable[],
  silenceMs: number,
  clock: MonotonicClock,
): Promise<void> {
  let lastDataAt = clock.now();
  const giveUpAt = lastDataAt + LONGEST * silenceMs;
  const onData = () => {
    lastDataAt = clock.now();
  };
  for (const stream of streams) stream.on('data', onData);
  const closed = Promise.all(streams.map(closing)).then(() => true);
  for (;;) {
    const wait = Math.min(lastDataAt + silenceMs, giveUpAt) - clock.now();
    if (wait <= 0) break;
    if (await Promise.race([closed, clock.sleep(wait, { ref: false })])) return;
    // If the daemon was busy, a late timer fires before pending data is read, so let the data in first.
    await nextTurn();
    await nextTurn();
  }
  for (const stream of streams) stream.destroy();
}

function closing(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
  });
}
